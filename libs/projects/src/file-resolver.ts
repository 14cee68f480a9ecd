import { posix } from 'node:path';
import type { TreeResolver } from './build-tools';
import type { ProjectTree } from './project-tree';

const extensions = ['.tsx', '.ts', '.jsx', '.js', '.json'];

/** Source files that an import of a compiled file may mean. */
const aliases: Record<string, string[]> = { '.js': ['.ts', '.tsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] };

/** Resolves imports of files by relative paths. Finds no packages. */
export function createFileResolver(tree: ProjectTree): TreeResolver {
  const isFile = (path: string) => tree.find(path.slice(1)) === 'file';
  return ({ path, importer }) => {
    if (!/^\.{1,2}(\/|$)/.test(path)) return Promise.resolve(undefined);
    const target = posix.join(posix.dirname(importer), path).replace(/\/$/, '');
    const extension = posix.extname(target);
    const stem = target.slice(0, target.length - extension.length);
    const candidates = [
      ...(aliases[extension] ?? []).map((alias) => stem + alias),
      target,
      ...extensions.map((each) => target + each),
      ...extensions.map((each) => `${target}/index${each}`),
    ];
    return Promise.resolve(candidates.find(isFile));
  };
}
