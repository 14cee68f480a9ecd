import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { buildOutputs } from './build-outputs';
import { enginesOf } from './engines';
import { loadEsbuild, loadSwc } from './load-tools';
import { parseProjectFile, ProjectError, projectFileName, type ProjectFile } from './project-file';
import type { BuiltProject } from './built-project';
import { isSource } from './source-files';
import { readSourceTree } from './source-tree';

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

interface BuildOptions {
  /** Build only `code`, and not what phones get besides. */
  onlyCode?: boolean;
}

/** Bundles a project with the packages of its `node_modules`. */
export async function buildProject(folder: string, { onlyCode }: BuildOptions = {}): Promise<Build> {
  const projectFile = readProjectFile(folder);
  const { entry, config, result } = projectFile;
  const esbuild = loadEsbuild(folder);
  const tools = { esbuild, isBuiltin, loadSwc: () => loadSwc(folder) };
  const {
    inputs: bundled,
    warnings,
    ...outputs
  } = await buildOutputs(tools, projectFile, {
    engines: enginesOf(projectFile).slice(0, onlyCode ? 1 : undefined),
    bundlerOptions: () => ({
      absWorkingDir: folder,
      entryPoints: [join(folder, entry)],
      outfile: join(folder, 'script.js'),
    }),
  });
  const inputs = [...bundled, ...[config, result].filter((path) => path !== undefined)];
  return {
    project: {
      files: readSourceTree(folder, inputs),
      ...outputs,
      config: config === undefined ? null : readText(folder, config),
      schema: result === undefined ? null : readText(folder, result),
    },
    watched: [...inputs.filter((path) => isSource(path) || path.startsWith('../')), projectFileName].map(
      (path) => join(folder, path),
    ),
    warnings: await esbuild.formatMessages(warnings, { kind: 'warning' }),
  };
}

function readText(folder: string, path: string): string {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ProjectError(`Cannot read ${path}: ${code === 'ENOENT' ? 'file not found' : code}.`);
  }
}
