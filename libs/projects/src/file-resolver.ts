import { posix } from 'node:path';
import type { TreeResolver } from './build-tools';
import type { Engine } from './engines';
import type { ProjectTree } from './project-tree';

const extensions = ['.tsx', '.ts', '.jsx', '.js', '.json'];

/** Source files that an import of a compiled file may mean. */
const aliases: Record<string, string[]> = { '.js': ['.ts', '.tsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] };

/**
 * Resolves imports of files by relative paths, and by the names that the `imports` of package.json define, such as
 * `#clock`. Finds no packages.
 */
export function createFileResolver(tree: ProjectTree, engine: Engine): TreeResolver {
  const isFile = (path: string) => tree.find(path.slice(1)) === 'file';
  return async ({ path, importer, isRequired }) => {
    if (path.startsWith('#')) {
      const conditions = [isRequired ? 'require' : 'import', 'module', engine, 'default'];
      const target = findTarget((await readImports(tree))[path], conditions);
      return target !== undefined && isFile(target) ? target : undefined;
    }
    if (!/^\.{1,2}(\/|$)/.test(path)) return undefined;
    const target = posix.join(posix.dirname(importer), path).replace(/\/$/, '');
    const extension = posix.extname(target);
    const stem = target.slice(0, target.length - extension.length);
    const candidates = [
      ...(aliases[extension] ?? []).map((alias) => stem + alias),
      target,
      ...extensions.map((each) => target + each),
      ...extensions.map((each) => `${target}/index${each}`),
    ];
    return candidates.find(isFile);
  };
}

async function readImports(tree: ProjectTree): Promise<Record<string, unknown>> {
  if (tree.find('package.json') !== 'file') return {};
  try {
    const text = new TextDecoder().decode(await tree.read('package.json'));
    return (JSON.parse(text) as { imports?: Record<string, unknown> }).imports ?? {};
  } catch {
    return {};
  }
}

/** Returns the path of the first condition that holds. */
function findTarget(target: unknown, conditions: string[]): string | undefined {
  if (typeof target === 'string') return target.startsWith('./') ? posix.join('/', target) : undefined;
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [condition, nested] of Object.entries(target)) {
    const found = conditions.includes(condition) ? findTarget(nested, conditions) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
