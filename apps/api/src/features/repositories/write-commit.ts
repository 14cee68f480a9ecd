import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../context/app-context';
import { runGit, type GitFolder } from './git';
import type { Change } from './push-plan';
import type { PendingPush } from './push-queue';

/** Who a commit is from. */
export interface CommitAuthor {
  name: string;
  email: string;
  /** Email address of the committer, which is the service. */
  serviceEmail: string;
}

interface NewCommit {
  parent: string;
  /** Deleted files come first, because a folder may have taken the name of a file. */
  changes: Change[];
  author: CommitAuthor;
  save: PendingPush;
}

/** Where the contents of files are given to git, in the folder of the sync. */
const contentFolder = 'content';

/** Writes a commit that differs from its parent in some files. Nothing is checked out. Returns its ID. */
export async function writeCommit(
  git: Pick<GitFolder, 'folder' | 'signal'>,
  { parent, changes, author, save }: NewCommit,
): Promise<string> {
  const written = changes.filter(({ text }) => text !== null);
  const ids = await writeObjects(
    git,
    written.map(({ text }) => text ?? ''),
  );
  const idOf = new Map(written.map(({ path }, index) => [path, ids[index]]));
  const lines = changes.map(({ path, mode }) =>
    idOf.has(path) ? `${mode} ${idOf.get(path)}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`,
  );
  await runGit(['read-tree', parent], git);
  await runGit(['update-index', '-z', '--index-info'], { ...git, input: lines.join('') });
  const tree = (await runGit(['write-tree'], git)).trim();
  const date = `${Math.floor(save.revision.createdAt.getTime() / 1000)} +0000`;
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'Drover',
    GIT_COMMITTER_EMAIL: author.serviceEmail,
    GIT_COMMITTER_DATE: date,
  };
  const args = ['commit-tree', '--no-gpg-sign', '-p', parent, '-F', '-', tree];
  return (await runGit(args, { ...git, env, input: describeSave(save) })).trim();
}

async function writeObjects(git: Pick<GitFolder, 'folder' | 'signal'>, texts: string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  await mkdir(join(git.folder, contentFolder), { recursive: true, mode: 0o700 });
  const paths = texts.map((_, index) => `${contentFolder}/${index}`);
  for (const [index, path] of paths.entries()) {
    await writeFile(join(git.folder, path), texts[index], { mode: 0o600 });
  }
  const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
  const output = await runGit(args, { ...git, input: `${paths.join('\n')}\n` });
  return output.trim().split('\n');
}

/** Returns who saved a revision. Git refuses names without a letter or a digit. */
export function readSaveAuthor({ publicUrl }: AppContext, save: PendingPush): CommitAuthor {
  const serviceEmail = `noreply@${new URL(publicUrl).hostname}`;
  const name = toIdentity(save.authorName);
  const email = toIdentity(save.authorEmail ?? '');
  return { name: /[\p{L}\p{N}]/u.test(name) ? name : 'Drover', email: email || serviceEmail, serviceEmail };
}

const toIdentity = (text: string) => toLine(text.replaceAll(/[<>]/g, ''));

/** Control characters and directions of writing would let a name pretend to be something else. */
const toLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu, ' ').trim();

const sources = {
  console: 'Saved in the console.',
  cli: 'Uploaded with the command line.',
  api: 'Uploaded with the API.',
  git: 'Uploaded from Git.',
};

function describeSave({ revision: { number, source, restoredNumber, devscript } }: PendingPush): string {
  const text = source === 'restore' ? `Restored revision ${restoredNumber}.` : sources[source];
  return `${toLine(devscript.name)}: revision ${number}\n\n${text}\n`;
}
