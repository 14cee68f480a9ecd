import type { Devscript } from '@drover/contract';
import { buildTreeProject, loadTools, type ProjectTree } from '@drover/projects';
import { posix } from 'node:path';
import type { TestAccount } from './test-server';

/** Finds the script of a name. */
export async function findScript({ as }: TestAccount, name: string): Promise<Devscript> {
  const answer = await as.get('/v1/devscripts').query({ name }).expect(200);
  return (answer.body as { items: Devscript[] }).items[0];
}

/** Builds a project as the console does, and saves it. */
export async function saveProject(
  account: TestAccount,
  name: string,
  files: Record<string, string>,
): Promise<void> {
  const { _id } = await findScript(account, name);
  const { project } = await buildTreeProject(loadTools(), treeOf(files), { folder: '', rootName: name });
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  await account.as
    .put(`/v1/devscripts/${_id}/project`)
    .send({ ...project, files: sources })
    .expect(204);
}

function treeOf(files: Record<string, string>): ProjectTree {
  const folders = new Set(Object.keys(files).flatMap((path) => [posix.dirname(path), '.']));
  return {
    find: (path) => (path in files ? 'file' : folders.has(path || '.') ? 'folder' : undefined),
    read: (path) => Promise.resolve(Buffer.from(files[path], 'utf8')),
  };
}
