import type { BuildFailure, BuildOptions } from 'esbuild';
import type { Bundler } from './build-tools';
import { ProjectError, type ProjectFile } from './project-file';

/** What is the same for all projects. */
const commonOptions = {
  bundle: true,
  charset: 'utf8',
  sourcemap: 'external',
  // The source files are uploaded beside the map.
  sourcesContent: false,
  metafile: true,
  write: false,
  logLevel: 'silent',
} satisfies BuildOptions;

/** The target is the oldest version of Node that the agent supports. */
const nodeOptions: BuildOptions = { platform: 'node', format: 'cjs', target: 'node20.19' };

/** Phones know neither modules nor those of Node. The target is what the compiler to ES5 reads. */
const phoneOptions: BuildOptions = {
  platform: 'neutral',
  mainFields: ['module', 'main'],
  format: 'iife',
  target: 'es2022',
};

export function isForPhones({ engines = ['node'] }: ProjectFile): boolean {
  return engines.includes('phone');
}

/** Bundles a project. Throws a ProjectError with the messages of the bundler. */
export async function bundle(esbuild: Bundler, project: ProjectFile, options: BuildOptions) {
  try {
    const { outputFiles, metafile, warnings } = await esbuild.build({
      ...(isForPhones(project) ? phoneOptions : nodeOptions),
      external: project.external,
      ...options,
      ...commonOptions,
    });
    const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
    return {
      code: textOf('.js'),
      sourceMap: textOf('.js.map'),
      inputs: Object.keys(metafile.inputs),
      warnings,
    };
  } catch (error) {
    const { errors } = error as BuildFailure;
    if (!Array.isArray(errors)) throw error;
    const messages = await esbuild.formatMessages(errors, { kind: 'error' });
    throw new ProjectError(`The project does not build.\n\n${messages.join('\n').trimEnd()}`, errors);
  }
}
