import type * as Esbuild from 'esbuild';
import type { BuildFailure, BuildOptions } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileEs5 } from './compile-es5';
import { loadEsbuild } from './load-tools';
import { parseProjectFile, ProjectError, projectFileName, type ProjectFile } from './project-file';
import { isSource, readSourceTree, type SourceFile } from './source-tree';

/** What is uploaded of a project. */
interface BuiltProject {
  files: SourceFile[];
  /** The code as one file. */
  code: string;
  /** Its sources are relative to the folder of the project. */
  sourceMap: string;
  /** Text of the form configuration, or null if there is none. */
  config: string | null;
}

/** The result of a build, and the files that it depends on. */
export interface Build {
  project: BuiltProject;
  /** Absolute paths, without those of packages. */
  watched: string[];
  warnings: string[];
}

/** Reads `drover.json` of a folder. */
export function readProjectFile(folder: string): ProjectFile {
  return parseProjectFile(readText(folder, projectFileName));
}

/** The target is the oldest version of Node that the agent supports. */
const nodeOptions: BuildOptions = { platform: 'node', format: 'cjs', target: 'node20.19' };

/** Phones know neither modules nor those of Node. The target is what the compiler to ES5 reads. */
const phoneOptions: BuildOptions = {
  platform: 'neutral',
  mainFields: ['module', 'main'],
  format: 'iife',
  target: 'es2022',
};

/** Bundles a project with the packages of its `node_modules`. */
export async function buildProject(folder: string): Promise<Build> {
  const { entry, config, external, engines = ['node'] } = readProjectFile(folder);
  const isForPhones = engines.includes('phone');
  const esbuild = loadEsbuild(folder);
  const { outputFiles, metafile, warnings } = await bundle(esbuild, {
    absWorkingDir: folder,
    entryPoints: [join(folder, entry)],
    outfile: join(folder, 'script.js'),
    external,
    bundle: true,
    ...(isForPhones ? phoneOptions : nodeOptions),
    charset: 'utf8',
    sourcemap: 'external',
    // The source files are uploaded beside the map.
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const inputs = [...Object.keys(metafile?.inputs ?? {}), ...(config === undefined ? [] : [config])];
  const textOf = (end: string) => outputFiles?.find(({ path }) => path.endsWith(end))?.text ?? '';
  const bundled = { code: textOf('.js'), sourceMap: textOf('.js.map') };
  return {
    project: {
      files: readSourceTree(folder, inputs),
      ...(isForPhones ? compileEs5(folder, bundled) : bundled),
      config: config === undefined ? null : readText(folder, config),
    },
    watched: [...inputs.filter((path) => isSource(path) || path.startsWith('../')), projectFileName].map(
      (path) => join(folder, path),
    ),
    warnings: await esbuild.formatMessages(warnings, { kind: 'warning' }),
  };
}

async function bundle(esbuild: typeof Esbuild, options: BuildOptions) {
  try {
    return await esbuild.build(options);
  } catch (error) {
    const { errors } = error as BuildFailure;
    if (!Array.isArray(errors)) throw error;
    const messages = await esbuild.formatMessages(errors, { kind: 'error' });
    throw new ProjectError(`The project does not build.\n\n${messages.join('\n').trimEnd()}`);
  }
}

function readText(folder: string, path: string): string {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ProjectError(`Cannot read ${path}: ${code === 'ENOENT' ? 'file not found' : code}.`);
  }
}
