import type { AppContext } from '../../context/app-context';
import type { Repository, RepositoryProject } from '../../database/client/client';
import { startProgram } from '../../programs/start-program';
import { findProject } from '../devscripts/projects';
import { gitDirOf, runGit, type GitFolder } from './git';
import { GitObjects } from './git-objects';
import { readEntries, type Entry } from './commit-tree';
import { planChanges, type Change, type FileIds } from './push-plan';
import { findOldestPush, type PendingPush } from './push-queue';
import { recordPush } from './record-push';
import type { ClaimedSync } from './queue';
import { masked, openRemote, pinHostKey } from './remote';
import { findPushTarget } from './remote-refs';
import { RemoteMovedError, SyncError, UnreachableError } from './sync-error';
import { readSaveAuthor, writeCommit } from './write-commit';

/** How often a save is compared again with a branch that moves meanwhile. */
const maxAttempts = 5;

/** Pushes the oldest save of a repository that waits, as one commit. Others are claimed later. */
export async function pushSave(
  context: AppContext,
  claim: ClaimedSync,
  { folder, signal }: Pick<GitFolder, 'folder' | 'signal'>,
): Promise<void> {
  const save = await findOldestPush(context, claim.repository);
  if (!save) return recordPush(context, claim, undefined);
  try {
    await pushFrom(context, claim, { save, folder, signal });
  } catch (error) {
    const { devscript, number } = save.revision;
    if (error instanceof SyncError) error.message = `${devscript.name}, revision ${number}: ${error.message}`;
    throw error;
  }
}

interface PushInput extends Pick<GitFolder, 'folder' | 'signal'> {
  save: PendingPush;
}

async function pushFrom(
  context: AppContext,
  claim: ClaimedSync,
  { save, folder, signal }: PushInput,
): Promise<void> {
  const { repository } = claim;
  const { devscriptId, codeSha256 } = save.revision;
  const where = { repositoryId: repository.id, devscriptId };
  const project = await context.prisma.repositoryProject.findFirst({ where });
  // Code that was uploaded as one file has no source files.
  const build =
    codeSha256 && (await context.prisma.projectBuild.findFirst({ where: { codeSha256, devscriptId } }));
  if (!project || !codeSha256 || !build) return recordPush(context, claim, { save });
  const { files } = await findProject(context, devscriptId, codeSha256);
  await runGit(['init', '--quiet', '--bare', '--template='], { folder, signal });
  const remote = await openRemote(context, repository, folder);
  const git = { folder, signal, config: remote.config, env: remote.env };
  for (let attempt = 1; ; attempt += 1) {
    const target = await masked(remote, () => findPushTarget(git, remote.url, repository));
    await pinHostKey(context, claim, folder);
    const isSynced = target.synced.branch === repository.pushRef;
    const parent = await masked(remote, () => fetchParent(git, remote.url, { repository, ...target }));
    const changes = planChanges({
      branch: repository.pushRef ?? '',
      saved: files,
      ...findKnown(project, { isSynced, number: save.revision.number }),
      entries: await listEntries(git, parent, project.folder),
    });
    const author = readSaveAuthor(context, save);
    const commit =
      changes.length === 0
        ? parent
        : await writeCommit(
            { folder, signal },
            { parent, changes: inFolder(project.folder, changes), author, save },
          );
    try {
      if (changes.length > 0) {
        await masked(remote, () =>
          runGit(['push', '--quiet', '--', remote.url, `${commit}:refs/heads/${repository.pushRef}`], git),
        );
      }
      return await recordPush(context, claim, {
        save,
        pushed: {
          project,
          files,
          isSynced,
          parent,
          commit,
          isChanged: changes.length > 0,
          author: author.name,
        },
      });
    } catch (error) {
      if (!(error instanceof RemoteMovedError) || attempt === maxAttempts) throw error;
    }
  }
}

/** Fetches the newest commit of the branch. If there is none, the branch begins at the commit that was synced. */
async function fetchParent(
  git: GitFolder,
  url: string,
  { repository, synced, tip }: { repository: Repository } & Awaited<ReturnType<typeof findPushTarget>>,
): Promise<string> {
  if (tip !== undefined) return fetch(git, url, `refs/heads/${repository.pushRef}`);
  if (repository.commit === null || repository.commit === synced.commit) return fetch(git, url, synced.name);
  try {
    return await fetch(git, url, repository.commit);
  } catch (error) {
    // Servers may refuse commits that no branch ends with.
    if (!(error instanceof SyncError) || error instanceof UnreachableError) throw error;
    return fetch(git, url, synced.name);
  }
}

async function fetch(git: GitFolder, url: string, name: string): Promise<string> {
  const options = [
    '--quiet',
    '--depth=1',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--force',
  ];
  await runGit(['fetch', ...options, '--', url, `+${name}:refs/push/parent`], git);
  return (await runGit(['rev-parse', 'refs/push/parent^{commit}'], git)).trim();
}

/** Returns the files of the project that the branch is known to have, and those that may have been merged into it. */
function findKnown(
  { files, pushedFiles, syncedRevision }: RepositoryProject,
  { isSynced, number }: { isSynced: boolean; number: number },
) {
  const synced = (files ?? {}) as FileIds;
  const known = (pushedFiles as FileIds | null) ?? synced;
  return { known, merged: !isSynced && syncedRevision < number ? synced : {} };
}

/** Lists the files of a folder by their paths in it. */
async function listEntries({ folder }: GitFolder, commit: string, projectFolder: string) {
  const prefix = projectFolder === '' ? '' : `${projectFolder}/`;
  const entries = new Map<string, Entry>();
  const listed = { gitDir: gitDirOf(folder), commit, folder: prefix };
  for (const { path, ...entry } of readEntries(await GitObjects.list(startProgram, listed))) {
    entries.set(path.toString('utf8').slice(prefix.length), entry);
  }
  return entries;
}

function inFolder(folder: string, changes: Change[]): Change[] {
  return folder === '' ? changes : changes.map((change) => ({ ...change, path: `${folder}/${change.path}` }));
}
