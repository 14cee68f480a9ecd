import type { Message } from 'esbuild';
import { posix } from 'node:path';
import { buildOutputs } from './build-outputs';
import type { BuildTools } from './build-tools';
import type { BuiltProject } from './built-project';
import { enginesOf } from './engines';
import { parseProjectFile, ProjectError, projectFileName } from './project-file';
import type { ProjectTree } from './project-tree';
import { decode, isSource, ownFiles } from './source-files';
import { readTreeText, treePlugin } from './tree-plugin';

/** Options of `tsconfig.json` that are applied: those that change the code. Options with paths are ignored. */
const appliedOptions = [
  ...['experimentalDecorators', 'jsx', 'jsxFactory', 'jsxFragmentFactory', 'jsxImportSource'],
  ...['useDefineForClassFields', 'verbatimModuleSyntax', 'alwaysStrict', 'strict'],
];

/** A project of a tree, with the warnings of the bundler. */
export interface TreeProject {
  name: string;
  project: BuiltProject;
  warnings: Message[];
}

/** Which project of a tree. The folder is empty for a project at the root, whose name is then that of `rootName`. */
interface ProjectFolder {
  folder: string;
  rootName: string;
}

/** Bundles a project of a tree. Executes nothing of it, and reads nothing but the tree. */
export async function buildTreeProject(
  tools: BuildTools,
  tree: ProjectTree,
  { folder, rootName }: ProjectFolder,
): Promise<TreeProject> {
  const inFolder = (path: string) => posix.join(folder, path);
  const projectFile = parseProjectFile(await readTreeText(tree, inFolder(projectFileName), projectFileName));
  const { entry, config, result, name = posix.basename(folder) || rootName } = projectFile;
  const entryPath = inFolder(entry);
  if (tree.find(entryPath) !== 'file') throw new ProjectError(`Cannot read ${entry}: file not found.`);
  const compilerOptions = await readCompilerOptions(tree, inFolder('tsconfig.json'));
  const toRelative = (path: string) =>
    posix.relative(`/${folder}`, posix.join('/', path.replace(/^tree:/, '')));
  const { inputs, warnings, ...outputs } = await buildOutputs(tools, projectFile, {
    engines: enginesOf(projectFile),
    bundlerOptions: (engine) => ({
      ...(tools.namespace === 'file' && { absWorkingDir: '/' }),
      // The plugin replaces it. The bundler would search another name on the disk.
      entryPoints: ['entry'],
      outfile: '/script.js',
      plugins: [treePlugin(tools, tree, { projectFile, entryPath, engine })],
      tsconfigRaw: { compilerOptions },
    }),
    mapSources: (sourceMap) => mapSources(sourceMap, toRelative),
  });
  const sources = new Set([
    ...inputs.map(toRelative).filter(isSource),
    ...ownFiles,
    ...[config, result].filter((file) => file !== undefined),
  ]);
  return {
    name,
    project: {
      files: await readSources(tree, [...sources].sort(), inFolder),
      ...outputs,
      config: config === undefined ? null : await readTreeText(tree, inFolder(config), config),
      schema: result === undefined ? null : await readTreeText(tree, inFolder(result), result),
    },
    warnings,
  };
}

function mapSources(sourceMap: string, toRelative: (path: string) => string): string {
  const map = JSON.parse(sourceMap) as { sources: string[] };
  if (map.sources.every((path) => toRelative(path) === path)) return sourceMap;
  return JSON.stringify({ ...map, sources: map.sources.map(toRelative) });
}

/** Leaves out binary files, as readSourceTree does. */
async function readSources(tree: ProjectTree, paths: string[], inFolder: (path: string) => string) {
  const files = [];
  for (const path of paths) {
    if (tree.find(inFolder(path)) !== 'file') continue;
    const text = decode(await tree.read(inFolder(path)));
    if (text !== undefined) files.push({ path, text });
  }
  return files;
}

/** Reads the options without `extends`. Comments are removed as far as they are on lines of their own. */
async function readCompilerOptions(tree: ProjectTree, path: string): Promise<Record<string, unknown>> {
  if (tree.find(path) !== 'file') return {};
  const text = await readTreeText(tree, path, 'tsconfig.json');
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('//'));
  try {
    const { compilerOptions: options = {} } = JSON.parse(lines.join('\n')) as {
      compilerOptions?: Record<string, unknown>;
    };
    return Object.fromEntries(appliedOptions.flatMap((key) => (key in options ? [[key, options[key]]] : [])));
  } catch {
    throw new ProjectError('tsconfig.json must be JSON. Comments are allowed on lines of their own.');
  }
}
