import { routes, type DeclaredRoute } from '@drover/contract/routes';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The specs of features. Contract tests are excluded, because they test all routes in the same way. */
function readSpecs(): string {
  const source = join(__dirname, '..');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts') && !path.startsWith('contract-tests'))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n');
}

/** Matches a path segment in a spec: a parameter, an expression, or the name of a secret. */
function partPattern(part: string): string {
  if (part.startsWith(':')) return '(?::\\w+|\\$\\{[^}]+\\}|[A-Z_]+)';
  // Tests of routes under two names are written once.
  return /^(devices|robots|scripts|devscripts)$/.test(part) ? `(?:${part}|%s|\\$\\{family\\})` : part;
}

/** Matches a request or the title of a `describe`: `GET /v1/devices`, `GET and PUT /v1/account`. */
function mention({ route }: DeclaredRoute): RegExp {
  const path = route.path.split('/').map(partPattern).join('/');
  const request = `\\.${route.method.toLowerCase()}\\(\\s*['"\`]${path}['"\`?]`;
  const title = `\\('(?:[A-Z]+ and )?${route.method}(?: and [A-Z]+)? ${path}[' ]`;
  return new RegExp(`${request}|${title}`);
}

describe('feature specs', () => {
  it('call every route', () => {
    const specs = readSpecs();
    const unasked = routes.filter((declared) => !mention(declared).test(specs));
    expect(unasked.map(({ title }) => title)).toEqual([]);
  });
});
