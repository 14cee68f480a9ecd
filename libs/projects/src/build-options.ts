import type { BuildFailure, BuildOptions, Message } from 'esbuild';
import type { Bundler } from './build-tools';
import type { Engine } from './engines';
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
  conditions: ['phone', 'module'],
  mainFields: ['module', 'main'],
  format: 'iife',
  target: 'es2022',
};

/** What is bundled, with which bundler, and for which engine. */
interface BundleTask {
  esbuild: Bundler;
  isBuiltin: (name: string) => boolean;
  project: ProjectFile;
  engine: Engine;
}

/** Bundles a project. Throws a ProjectError with the messages of the bundler. */
export async function bundle({ esbuild, isBuiltin, project, engine }: BundleTask, options: BuildOptions) {
  try {
    const { outputFiles, metafile, warnings } = await esbuild.build({
      ...(engine === 'phone' ? phoneOptions : nodeOptions),
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
    const { errors: found } = error as BuildFailure;
    if (!Array.isArray(found)) throw error;
    const errors = engine === 'phone' ? found.map((message) => explainForPhones(message, isBuiltin)) : found;
    const messages = await esbuild.formatMessages(errors, { kind: 'error' });
    throw new ProjectError(`The project does not build.\n\n${messages.join('\n').trimEnd()}`, errors);
  }
}

/** Explains imports of modules that only Node has. */
function explainForPhones(message: Message, isBuiltin: (name: string) => boolean): Message {
  const name = /^Could not resolve "(.+)"$/.exec(message.text)?.[1];
  if (name === undefined || !isBuiltin(name)) return message;
  return {
    ...message,
    text: `Phones have no modules of Node, such as "${name}"`,
    notes: [
      {
        text: 'Import another file on phones with the condition "phone", see docs/projects.md',
        location: null,
      },
    ],
    detail: undefined,
  };
}
