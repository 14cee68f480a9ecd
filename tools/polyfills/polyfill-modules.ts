import { globalPolyfills, methodPolyfills, staticPolyfills } from '@drover/projects';
import { transformSync } from 'esbuild';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const modulesFile = join(__dirname, '../../libs/projects/src/polyfills/modules.json');

const root = dirname(require.resolve('core-js/package.json'));
const es5 = { target: 'es5', legalComments: 'none' } as const;

/** Returns the content of `modules.json`: the modules of core-js that projects may need, minified, one a line. */
export function createModules(): string {
  const modules = new Map<string, [string[], string]>();
  const add = (name: string) => {
    if (modules.has(name)) return;
    const entry = readModule(name);
    modules.set(name, entry);
    entry[0].forEach(add);
  };
  for (const polyfills of [globalPolyfills, methodPolyfills, staticPolyfills]) {
    Object.values(polyfills).flat().forEach(add);
  }
  const lines = [...modules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns what a module requires, and a function with its code, which requires by the index. */
function readModule(name: string): [string[], string] {
  const path = /^(es|web)\./.test(name) ? `modules/${name}` : name;
  const source = readFileSync(join(root, `${path}.js`), 'utf8');
  // Without comments, which name modules too.
  const { code: bare } = transformSync(source, { ...es5, minifyWhitespace: true });
  const requires: string[] = [];
  const indexed = bare.replace(/\brequire\("(\.[^"]+)"\)/g, (_found, request: string) => {
    const required = posix.join(posix.dirname(path), request).replace(/^modules\//, '');
    if (!requires.includes(required)) requires.push(required);
    return `require(${requires.indexOf(required)})`;
  });
  const { code } = transformSync(`f=function(module,exports,require){${indexed}}`, { ...es5, minify: true });
  return [requires, code.trim().replace(/^f=(.*);$/s, '$1')];
}
