/** Which of a devscript's two files. */
export type FileKind = 'code' | 'config';

/** What was uploaded. */
export interface ScriptFile {
  kind: FileKind;
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
  updatedAt: string;
}

/** What a form field may hold. */
export type ConfigValue = string | number | boolean | null;

/** One form field of a configuration. A checkbox with `options` chooses several of them. */
export interface ConfigItem {
  name: string;
  type?: 'text' | 'number' | 'radio' | 'checkbox' | 'select' | 'textarea' | 'range';
  label?: string;
  help?: string;
  placeholder?: string;
  /** Value → label. */
  options?: Record<string, string>;
  value?: ConfigValue | ConfigValue[];
  default?: ConfigValue | ConfigValue[];
  min?: number;
  max?: number;
  step?: number;
  /** Further keys are kept. */
  [key: string]: unknown;
}

/** A configuration as it was uploaded; an item that is no form field is passed over. */
export type Config = Record<string, unknown>[];

/** A file by its path, for Node.js (20.16 or newer), Deno and Bun. */
export interface LocalFile {
  path: string;
}

/** A file's content, or the file on this machine: `{ path: 'script.js' }`. */
export type FileContent = string | Blob | Uint8Array | LocalFile;

/** What to upload: the code, the configuration, or both, each at most 3 MB. What is left out stays as it is. */
export interface UploadFiles {
  code?: FileContent;
  /** JSON text, or the items themselves (see `ConfigItem`). */
  config?: FileContent | readonly object[];
}

/** The files of one upload as the parts of a form, told apart by their content types. */
export async function toForm({ code, config }: UploadFiles): Promise<FormData> {
  const form = new FormData();
  if (code !== undefined)
    form.append('data', await part(code, 'application/javascript'), nameOf(code) ?? 'code.js');
  if (config !== undefined) {
    const content = isItems(config) ? JSON.stringify(config) : config;
    form.append('data', await part(content, 'application/json'), nameOf(content) ?? 'config.json');
  }
  return form;
}

function isItems(config: FileContent | readonly object[]): config is readonly object[] {
  return Array.isArray(config);
}

function isLocalFile(content: FileContent): content is LocalFile {
  return typeof content === 'object' && 'path' in content;
}

/** A `Uint8Array` is copied, since it may lie in shared memory. */
async function part(content: FileContent, type: string): Promise<Blob> {
  const bytes = isLocalFile(content) ? await readLocalFile(content) : content;
  return new Blob([bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes], { type });
}

/** A `File` keeps its name, and so does one on this machine. */
function nameOf(content: FileContent): string | undefined {
  if (typeof content === 'string') return undefined;
  if (isLocalFile(content)) return /[^/\\]*$/.exec(content.path)?.[0];
  return 'name' in content ? String(content.name) : undefined;
}

interface NodeGlobal {
  process?: {
    getBuiltinModule?(name: 'node:fs/promises'): { readFile(path: string): Promise<Uint8Array> };
  };
}

/** Not by `import`, which bundlers for browsers would follow. */
async function readLocalFile({ path }: LocalFile): Promise<Uint8Array> {
  const files = (globalThis as NodeGlobal).process?.getBuiltinModule?.('node:fs/promises');
  if (!files) throw new TypeError(`"${path}" cannot be read here: pass the content of the file, or a Blob.`);
  return files.readFile(path);
}
