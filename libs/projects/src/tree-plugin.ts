import type * as Esbuild from 'esbuild';
import type { BuildFailure, Loader, PartialMessage, Plugin } from 'esbuild';
import { posix } from 'node:path';
import type { BuildTools, TreeImport, TreeResolver } from './build-tools';
import type { Engine } from './engines';
import { ProjectError, type ProjectFile } from './project-file';
import type { ProjectTree } from './project-tree';

const loaders: Record<string, Loader> = {
  ...{ '.js': 'js', '.mjs': 'js', '.cjs': 'js', '.jsx': 'jsx', '.ts': 'ts', '.mts': 'ts', '.cts': 'ts' },
  ...{ '.tsx': 'tsx', '.json': 'json', '.txt': 'text' },
};

/**
 * Resolves and loads every import from a tree, so the bundler reads no file of this machine. Paths that leave the tree
 * do not exist.
 */
export function treePlugin(
  { isBuiltin, namespace, createResolver }: BuildTools,
  tree: ProjectTree,
  {
    projectFile: project,
    entryPath,
    engine,
  }: { projectFile: ProjectFile; entryPath: string; engine: Engine },
): Plugin {
  const resolver = createResolver(tree, engine);
  const external = project.external ?? [];
  return {
    name: 'tree',
    setup({ onResolve, onLoad, esbuild }) {
      onResolve({ filter: /.*/ }, async ({ path, importer, kind }) => {
        if (kind === 'entry-point') return { path: `/${entryPath}`, namespace };
        if (isExternal(path, external) || (engine === 'node' && isBuiltin(path))) {
          return { path, external: true };
        }
        const found = await resolve(resolver, { path, importer, isRequired: kind.startsWith('require') });
        return typeof found === 'string' ? { path: found, namespace } : { errors: [found] };
      });
      onLoad({ filter: /.*/ }, async ({ path, namespace: from }) => {
        if (from !== namespace) return { errors: [{ text: 'The file is not in the repository' }] };
        const loader = loaders[posix.extname(path)];
        if (!loader) return { errors: [{ text: `No loader for ${posix.basename(path)}` }] };
        const contents = await tree.read(path.slice(1)).catch((error: Error) => error);
        if (contents instanceof Error) return { errors: [{ text: contents.message }] };
        const errors = isCode(loader) ? await findPatterns(esbuild, contents, { loader, path }) : [];
        return { contents, loader, errors };
      });
    },
  };
}

const isCode = (loader: Loader) => loader !== 'json' && loader !== 'text';

/** An import whose argument is neither a string nor a name, in the form in which the bundler prints code. */
const patternImport =
  /(?<![.\w$])(?:import|require(?:\.resolve)?)(?:\?\.)?\((?![){]|\s*(?:\/\*[^*]*\*\/\s*)*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$.]+)\s*[,)])/;

/** Finds imports of a pattern, such as `./${name}.js`. For those, the bundler itself would read folders of this machine. */
async function findPatterns(
  { transform }: Pick<typeof Esbuild, 'transform'>,
  contents: Uint8Array,
  { loader, path }: { loader: Loader; path: string },
): Promise<PartialMessage[]> {
  try {
    const { code } = await transform(contents, { loader, logLevel: 'silent' });
    if (!patternImport.test(code)) return [];
    const text = 'import() and require() must name a file, such as import("./a.js"), or a variable';
    return [{ text, location: { file: path.slice(1) } }];
  } catch (error) {
    const { errors } = error as BuildFailure;
    return errors.map(({ text, location }) => ({
      text,
      location: location && { ...location, file: path.slice(1) },
    }));
  }
}

/** Returns the path of the imported file, or why there is none. */
async function resolve(resolver: TreeResolver, request: TreeImport): Promise<string | PartialMessage> {
  const resolved = await resolver(request);
  const { path } = request;
  if (resolved !== undefined) return resolved;
  const isPackage = !/^\.{0,2}(\/|$)/.test(path);
  const note =
    'Packages must be committed. Or install them in CI and upload from there: drover sync, see docs/git.md';
  const text = `Could not resolve "${path}"`;
  return isPackage ? { text, notes: [{ text: note }], detail: { package: path } } : { text };
}

function isExternal(path: string, external: string[]): boolean {
  return external.some((name) => path === name || path.startsWith(`${name}/`));
}

/** Reads a text file of a tree. */
export async function readTreeText(tree: ProjectTree, path: string, name: string): Promise<string> {
  if (tree.find(path) !== 'file') throw new ProjectError(`Cannot read ${name}: file not found.`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await tree.read(path));
}
