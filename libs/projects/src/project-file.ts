import type { Message } from 'esbuild';
import { z } from 'zod';

/** Name of the file that makes a folder a project. */
export const projectFileName = 'drover.json';

const Path = z.string().min(1).max(255);

/** The content of `drover.json`. */
export const ProjectFile = z
  .strictObject({
    $schema: z.string().optional(),
    name: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .meta({ description: 'Name of the development script. Default: the name of the folder.' }),
    entry: Path.meta({ description: 'The file that runs first, relative to this file: src/main.ts' }),
    engines: z
      .array(z.enum(['node', 'phone']))
      .min(1)
      .optional()
      .meta({ description: 'Where the script runs. Each engine gets code of its own. Default: node.' }),
    config: Path.optional().meta({ description: 'The form configuration, a JSON array of form fields.' }),
    result: Path.optional().meta({
      description: 'The schema of the results, a JSON Schema. It gives their table typed columns.',
    }),
    external: z
      .array(z.string().min(1).max(255))
      .max(100)
      .optional()
      .meta({ description: 'Modules that are not bundled, because they are on the device.' }),
  })
  .meta({ title: 'drover.json', description: 'A project of several source files for a Drover script.' });
export type ProjectFile = z.infer<typeof ProjectFile>;

/** An error in a project that its author can fix. */
export class ProjectError extends Error {
  /** `messages` are those of the bundler. */
  constructor(
    message: string,
    readonly messages: Message[] = [],
  ) {
    super(message);
  }
}

/** Parses the content of `drover.json`. */
export function parseProjectFile(text: string): ProjectFile {
  const result = ProjectFile.safeParse(parseJson(text));
  if (result.success) return result.data;
  const [{ path, message }] = result.error.issues;
  throw new ProjectError(`${projectFileName}: ${[path.join('.'), message].filter(Boolean).join(': ')}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProjectError(`${projectFileName} is not valid JSON: ${(error as Error).message}.`);
  }
}

/** Returns the JSON Schema of `drover.json`, for editors. */
export function getProjectSchema(): object {
  return z.toJSONSchema(ProjectFile, { io: 'input' });
}
