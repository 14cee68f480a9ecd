import { routes } from '@drover/contract/routes';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the client calls an operation, and what it throws. */
export interface SdkExample {
  code: string;
  /** "404 if the job does not exist." */
  errors: string[];
}

/** Reads the example and the errors of each operation from the doc comments of the client. */
export function readSdkExamples(root: string): Record<string, SdkExample> {
  const folder = join(root, 'libs/sdk/src');
  const comments = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/^ {2}\/\*\*\n(.*?)\*\/$/gms)])
    .map(([, comment = '']) => comment.replace(/^ *\* ?/gm, '').trimEnd())
    .filter((comment) => comment.includes('@example'));
  // The older names of the device operations have no examples of their own.
  const examples = routes.flatMap(({ name }) => {
    const method = name.replace(/^robots\./, 'devices.');
    const comment = comments.find((text) => text.includes(`drover.${method}(`));
    return comment ? [[name, describe(comment, (code) => code.replace(method, name))] as const] : [];
  });
  return Object.fromEntries(examples);
}

function describe(comment: string, rename: (code: string) => string): SdkExample {
  const [text = '', code = ''] = comment.split('@example');
  const errors = text
    .split(/^@/m)
    .filter((tag) => tag.startsWith('throws'))
    .map((tag) =>
      tag
        .replace(/^throws (\{@link \w+\})? ?/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  return { code: rename(code.trim()), errors };
}
