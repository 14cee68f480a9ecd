import { runGit, type GitFolder } from './git';
import { SyncError } from './sync-error';

/** A branch or a tag of a Git server. */
export interface RemoteRef {
  name: string;
  commit: string;
}

/** Finds a branch or a tag, or the default branch. A branch comes before a tag of the same name. */
export async function findRef(git: GitFolder, url: string, ref: string | null): Promise<RemoteRef> {
  const names = ref === null ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  const peeled = names.map((name) => `${name}^{}`);
  const output = await runGit(['ls-remote', '--', url, ...names, ...peeled], git);
  const found = new Map<string, string>();
  for (const line of output.split('\n')) {
    const [oid, name] = line.split('\t');
    if (/^[0-9a-f]{40,64}$/.test(oid)) found.set(name, oid);
  }
  for (const name of names) {
    const commit = found.get(`${name}^{}`) ?? found.get(name);
    if (commit !== undefined) return { name, commit };
  }
  throw new SyncError(
    ref === null ? 'The repository has no commit.' : `The repository has no branch or tag ${ref}.`,
  );
}
