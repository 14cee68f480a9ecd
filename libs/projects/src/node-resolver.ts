import { ResolverFactory, type CachedInputFileSystem } from 'enhanced-resolve';
import { posix } from 'node:path';
import type { TreeResolver } from './build-tools';
import type { Engine } from './engines';
import type { ProjectTree } from './project-tree';
import { readTreeText } from './tree-plugin';

/** Resolves imports as Node does, packages included. */
export function createNodeResolver(tree: ProjectTree, engine: Engine): TreeResolver {
  const options = {
    fileSystem: toFileSystem(tree) as unknown as CachedInputFileSystem,
    extensions: ['.tsx', '.ts', '.jsx', '.js', '.json'],
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'], '.mjs': ['.mts', '.mjs'], '.cjs': ['.cts', '.cjs'] },
    mainFields: engine === 'phone' ? ['module', 'main'] : ['main', 'module'],
    symlinks: false,
    preferRelative: false,
    roots: [],
  };
  const withConditions = (kind: string) =>
    ResolverFactory.createResolver({
      ...options,
      conditionNames: [kind, 'module', engine, 'default'],
    });
  const resolvers = { import: withConditions('import'), require: withConditions('require') };
  return ({ path, importer, isRequired }) =>
    new Promise((done) =>
      resolvers[isRequired ? 'require' : 'import'].resolve(
        {},
        posix.dirname(importer),
        path,
        {},
        (_error, found) => done(found === false ? undefined : found),
      ),
    );
}

type Callback = (error: Error | null, result?: unknown) => void;

/** Returns the functions of a file system that enhanced-resolve calls. */
function toFileSystem(tree: ProjectTree) {
  const kindOf = (path: string) => (path === '/' ? 'folder' : tree.find(path.slice(1)));
  const missing = (path: string) => Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
  const stat = (path: string, callback: Callback) => {
    const kind = kindOf(path);
    if (!kind) return callback(missing(path));
    callback(null, { isFile: () => kind === 'file', isDirectory: () => kind === 'folder' });
  };
  return {
    stat,
    lstat: stat,
    readlink: (path: string, callback: Callback) => callback(missing(path)),
    readdir: (path: string, callback: Callback) => callback(missing(path)),
    readFile: (path: string, ...rest: unknown[]) => {
      const callback = rest.at(-1) as Callback;
      if (kindOf(path) !== 'file') return callback(missing(path));
      readTreeText(tree, path.slice(1), path).then((text) => callback(null, text), callback);
    },
  };
}
