import { routes, type DeclaredRoute } from '@drover/contract/routes';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The specs of the features: those that are made from the contract hold all routes alike, and none for what it does. */
function readSpecs(): string {
  const source = join(__dirname, '..');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts') && !path.startsWith('contract-tests'))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n');
}

/** A part of a path as specs write it: a parameter as itself, as an expression, or as the name of a secret. */
function partPattern(part: string): string {
  if (part.startsWith(':')) return '(?::\\w+|\\$\\{[^}]+\\}|[A-Z_]+)';
  // What families have in common is written once for both.
  return /^(devices|robots|scripts|devscripts)$/.test(part) ? `(?:${part}|%s|\\$\\{family\\})` : part;
}

/** A request, or the title of a `describe`: `GET /v1/devices`, `GET and PUT /v1/account`. */
function mention({ route }: DeclaredRoute): RegExp {
  const path = route.path.split('/').map(partPattern).join('/');
  const request = `\\.${route.method.toLowerCase()}\\(\\s*['"\`]${path}['"\`?]`;
  const title = `\\('(?:[A-Z]+ and )?${route.method}(?: and [A-Z]+)? ${path}[' ]`;
  return new RegExp(`${request}|${title}`);
}

describe('the specs of the features', () => {
  it('ask for every route', () => {
    const specs = readSpecs();
    const unasked = routes.filter((declared) => !mention(declared).test(specs));
    expect(unasked.map(({ title }) => title)).toEqual([]);
  });
});
