import type { ResultSchema } from './result-schema';

/** Kind of a devscript's file. */
export type FileKind = 'code' | 'config' | 'schema';

/** An uploaded file. */
export interface ScriptFile {
  kind: FileKind;
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
  updatedAt: string;
}

/** Value of a form field. */
export type ConfigValue = string | number | boolean | null;

/**
 * A form field of a configuration. A checkbox with `options` allows several of them. The value of a `time` is `HH:mm`.
 * The value of a `file` is an input file, see {@link FileReference}. A `link` has no value: it shows its label with `href` as its target.
 */
export interface ConfigItem {
  name: string;
  type?:
    'text' | 'number' | 'radio' | 'checkbox' | 'select' | 'textarea' | 'range' | 'time' | 'file' | 'link';
  label?: string;
  help?: string;
  placeholder?: string;
  /** Value → label. */
  options?: Record<string, string>;
  value?: ConfigValue | ConfigValue[];
  default?: ConfigValue | ConfigValue[];
  /** A number, or its text. */
  min?: number | string;
  /** A number, or its text. */
  max?: number | string;
  /** A number, or its text. */
  step?: number | string;
  /** Unknown keys are preserved. */
  [key: string]: unknown;
}

/** A configuration as it was uploaded. Items that are not form fields are ignored. */
export type Config = Record<string, unknown>[];

/** Path of a local file, for Node.js 20.16 or newer, Deno and Bun. */
export interface LocalFile {
  path: string;
}

/** The content of a file, or a local file: `{ path: 'script.js' }`. */
export type FileContent = string | Blob | Uint8Array | LocalFile;

/** At least one file, each at most 3 MB. Omitted files stay unchanged. */
export interface UploadFiles {
  code?: FileContent;
  /** JSON text, or the items (see `ConfigItem`). */
  config?: FileContent | readonly object[];
  /** Schema of the results: JSON text of at most 16 kB, or the schema (see `ResultSchema`). */
  schema?: FileContent | ResultSchema;
}

/** A source file of a project. */
export interface SourceFile {
  /** Relative to the folder of the project, such as `src/main.ts`. */
  path: string;
  text: string;
}

/** The source files of a project. */
export interface Project {
  files: SourceFile[];
}

/** A project with what was built from it. The service stores it and builds nothing. */
export interface UploadProject {
  /** At most 1000 files with 3 MB together. */
  files: SourceFile[];
  /** The code that was built, as one file of at most 3 MB. */
  code: string;
  /** Source map of the code, version 3, of at most 6 MB. Its sources are relative to the project. */
  sourceMap?: string;
  /** The code for phones, as one file in ES5 of at most 3 MB. Omitted: phones run `code`. */
  phoneCode?: string;
  /** Source map of the code for phones, of at most 6 MB. */
  phoneMap?: string;
  /** The configuration as JSON text. Null: none. Omitted: unchanged. */
  config?: string | null;
  /** The schema of the results as JSON text. Null: none. Omitted: unchanged. */
  schema?: string | null;
  /** The Git commit that the files are from. The name of its author has at most 128 characters. */
  git?: { commit: string; author: string };
}

/** Builds the form of an upload. The content types identify its parts. */
export async function toForm({ code, config, schema }: UploadFiles): Promise<FormData> {
  const form = new FormData();
  if (code !== undefined)
    form.append('data', await part(code, 'application/javascript'), nameOf(code) ?? 'code.js');
  if (config !== undefined) {
    const content = isItems(config) ? JSON.stringify(config) : config;
    form.append('data', await part(content, 'application/json'), nameOf(content) ?? 'config.json');
  }
  if (schema !== undefined) {
    const content = isSchema(schema) ? JSON.stringify(schema) : schema;
    form.append('data', await part(content, 'application/schema+json'), 'result.schema.json');
  }
  return form;
}

function isItems(config: FileContent | readonly object[]): config is readonly object[] {
  return Array.isArray(config);
}

function isSchema(schema: FileContent | ResultSchema): schema is ResultSchema {
  return Object.getPrototypeOf(schema) === Object.prototype && !('path' in (schema as object));
}

function isLocalFile(content: FileContent): content is LocalFile {
  return typeof content === 'object' && 'path' in content;
}

/** Copies a `Uint8Array`, because it may be in shared memory, which a Blob does not accept. */
async function part(content: FileContent, type: string): Promise<Blob> {
  const bytes = isLocalFile(content) ? await readLocalFile(content) : content;
  return new Blob([bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes], { type });
}

/** Returns the name of a `File` or a local file. */
function nameOf(content: FileContent): string | undefined {
  if (typeof content === 'string') return undefined;
  if (isLocalFile(content)) return content.path.split(/[/\\]/).pop();
  return 'name' in content ? String(content.name) : undefined;
}

interface NodeGlobal {
  process?: {
    getBuiltinModule?(name: 'node:fs/promises'): { readFile(path: string): Promise<Uint8Array> };
  };
}

/** Avoids `import`, which bundlers for browsers would follow. */
async function readLocalFile({ path }: LocalFile): Promise<Uint8Array> {
  const files = (globalThis as NodeGlobal).process?.getBuiltinModule?.('node:fs/promises');
  if (!files)
    throw new TypeError(
      `Cannot read "${path}": this environment has no file system. Pass the content of the file or a Blob.`,
    );
  return files.readFile(path);
}
