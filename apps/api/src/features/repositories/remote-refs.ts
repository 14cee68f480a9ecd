import type { Repository } from '../../database/client/client';
import { runGit, type GitFolder } from './git';
import { SyncError } from './sync-error';

/** A branch or a tag of a Git server. */
export interface RemoteRef {
  name: string;
  commit: string;
  /** The name of the branch. Null for a tag. */
  branch: string | null;
}

/** Finds a branch or a tag, or the default branch. A branch comes before a tag of the same name. */
export async function findRef(git: GitFolder, url: string, ref: string | null): Promise<RemoteRef> {
  return selectRef(await listRefs(git, url, namesOf(ref)), ref);
}

/** Finds what a repository is synced from, and the commit of the branch that saves are pushed to, if it exists. */
export async function findPushTarget(
  git: GitFolder,
  url: string,
  { ref, pushRef }: Pick<Repository, 'ref' | 'pushRef'>,
): Promise<{ synced: RemoteRef; tip: string | undefined }> {
  const target = `refs/heads/${pushRef}`;
  const listed = await listRefs(git, url, [...namesOf(ref), target]);
  return { synced: selectRef(listed, ref), tip: listed.commits.get(target) };
}

const namesOf = (ref: string | null) => (ref === null ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`]);

interface ListedRefs {
  commits: Map<string, string>;
  /** The full name of the default branch. */
  head: string | undefined;
}

async function listRefs(git: GitFolder, url: string, names: string[]): Promise<ListedRefs> {
  const peeled = names.map((name) => `${name}^{}`);
  const output = await runGit(['ls-remote', '--symref', '--', url, ...names, ...peeled], git);
  const commits = new Map<string, string>();
  let head: string | undefined;
  for (const line of output.split('\n')) {
    const [oid, name] = line.split('\t');
    if (/^[0-9a-f]{40,64}$/.test(oid)) commits.set(name, oid);
    if (name === 'HEAD' && oid.startsWith('ref: ')) head = oid.slice('ref: '.length);
  }
  return { commits, head };
}

function selectRef({ commits, head }: ListedRefs, ref: string | null): RemoteRef {
  for (const name of namesOf(ref)) {
    const commit = commits.get(`${name}^{}`) ?? commits.get(name);
    const fullName = name === 'HEAD' ? head : name;
    const branch = fullName?.startsWith('refs/heads/') ? fullName.slice('refs/heads/'.length) : null;
    if (commit !== undefined) return { name, commit, branch };
  }
  throw new SyncError(
    ref === null ? 'The repository has no commit.' : `The repository has no branch or tag ${ref}.`,
  );
}
