import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The templates by name. */
export const TEMPLATES: Record<string, string> = {
  node: 'a project for computers in JavaScript (default)',
  phone: 'a project for phones and computers in TypeScript',
  form: 'a project in TypeScript with a form that has every type of field',
};

/** An error that the user can fix. */
export class CreateError extends Error {}

interface CreateOptions {
  template: string;
  /** Version of the packages that the project uses. */
  version: string;
  /** Folder of the templates. */
  templates: string;
}

/** Files of templates that contain `{{name}}` or `{{version}}`. */
const filledFiles = ['package.json', 'drover.json', 'README.md'];

/** Creates a project from a template, in a folder that is new or empty. */
export function createProject(path: string, { template, version, templates }: CreateOptions): void {
  if (!Object.hasOwn(TEMPLATES, template)) {
    throw new CreateError(
      `There is no template ${JSON.stringify(template)}. Choose one of these: ${Object.keys(TEMPLATES).join(', ')}.`,
    );
  }
  const folder = resolve(path);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CreateError(`The folder ${path} is not empty. Choose another name.`);
  }
  const name = toPackageName(basename(folder));
  mkdirSync(folder, { recursive: true });
  cpSync(join(templates, template), folder, { recursive: true });
  // npm leaves files of the real name out of packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  for (const file of filledFiles
    .map((filled) => join(folder, filled))
    .filter((filled) => existsSync(filled))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll('{{name}}', name).replaceAll('{{version}}', version));
  }
}

/** Returns a valid name for a package. */
function toPackageName(name: string): string {
  const valid = name
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[-._]+|-+$/g, '');
  return valid || 'drover-script';
}
