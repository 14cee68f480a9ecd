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

type Scalar = string | number | boolean | null;

/** One form field of a configuration. A checkbox with `options` chooses several of them. */
export interface ConfigItem {
  name: string;
  type?: 'text' | 'number' | 'radio' | 'checkbox' | 'select' | 'textarea' | 'range';
  label?: string;
  help?: string;
  placeholder?: string;
  /** Value → label. */
  options?: Record<string, string>;
  value?: Scalar | Scalar[];
  default?: Scalar | Scalar[];
  min?: number;
  max?: number;
  step?: number;
  /** Further keys are kept. */
  [key: string]: unknown;
}

/** A configuration as it was uploaded; an item that is no form field is passed over. */
export type Config = Record<string, unknown>[];

/** What to upload: the code, the configuration, or both, each at most 3 MB. What is left out stays as it is. */
export interface UploadFiles {
  code?: string | Blob | Uint8Array;
  /** JSON text, or the items themselves (see `ConfigItem`). */
  config?: string | Blob | Uint8Array | readonly object[];
}

/** The files of one upload as the parts of a form, told apart by their content types. */
export function toForm({ code, config }: UploadFiles): FormData {
  const form = new FormData();
  if (code !== undefined)
    form.append('data', part(code, 'application/javascript'), nameOf(code) ?? 'code.js');
  if (config !== undefined) {
    const content = isItems(config) ? JSON.stringify(config) : config;
    form.append('data', part(content, 'application/json'), nameOf(config) ?? 'config.json');
  }
  return form;
}

function isItems(config: object | string): config is readonly object[] {
  return Array.isArray(config);
}

/** A `Uint8Array` is copied, since it may lie in shared memory. */
function part(content: string | Blob | Uint8Array, type: string): Blob {
  return new Blob([content instanceof Uint8Array ? new Uint8Array(content) : content], { type });
}

/** A `File` keeps its name. */
function nameOf(content: object | string): string | undefined {
  return content instanceof Blob && 'name' in content ? String(content.name) : undefined;
}
