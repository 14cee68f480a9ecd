import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vite';

const name = 'virtual:script-type-files';

/** Packages whose files it contains. */
const folders = ['typescript', '@types/node', 'undici-types'];

/** Provides the declarations that the code editor knows: those of the language, of Node, and of the globals of scripts. */
export function scriptTypeFiles(root: string): Plugin {
  return {
    name: 'script-type-files',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? {
            code: `export default JSON.parse(${JSON.stringify(JSON.stringify(readScriptTypeFiles(root)))});`,
            meta: { files: folders.map((folder) => join(root, 'node_modules', folder, 'package.json')) },
          }
        : undefined,
  };
}

/** The library of the language that scripts have on computers, without that of browsers. */
const libraries =
  /^lib\.(?:es5|es20(?:1\d|2[0-3])|decorators|esnext\.(?:disposable|float16))\b(?!.*\.full\.)/;

/** Returns the texts by path. Comments are kept for the globals of scripts only: those of Node would be most of the size. */
export function readScriptTypeFiles(root: string): Record<string, string> {
  const packages = join(root, 'node_modules');
  const read = (folder: string, path: string, isIncluded: (file: string) => boolean) =>
    readFolder(join(packages, folder), path, { isIncluded, change: removeComments });
  return {
    ...read('typescript/lib', '/lib', (file) => libraries.test(file)),
    ...read('@types/node', '/node_modules/@types/node', (file) => !file.startsWith('ts5')),
    ...read('undici-types', '/node_modules/undici-types', () => true),
    ...readFolder(join(root, 'libs/script-types/src'), '/node_modules/@drover/script-types', {
      isIncluded: () => true,
      change: (text) => text,
    }),
  };
}

interface Selection {
  isIncluded: (file: string) => boolean;
  change: (text: string) => string;
}

function readFolder(folder: string, path: string, { isIncluded, change }: Selection): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && isIncluded(file));
  return Object.fromEntries(
    files.map((file) => [`${path}/${file}`, change(readFileSync(join(folder, file), 'utf8'))]),
  );
}

function removeComments(text: string): string {
  const file = ts.createSourceFile('file.d.ts', text, ts.ScriptTarget.Latest);
  return ts.createPrinter({ removeComments: true }).printFile(file);
}
