import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '..');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

describe('README.md', () => {
  it('contains the examples unchanged', () => {
    const shown = [...read('README.md').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
    const examples = readdirSync(join(folder, 'examples')).filter((name) => name.endsWith('.ts'));
    expect(examples).toHaveLength(5);
    for (const name of examples) expect(shown).toContain(read(`examples/${name}`));
  });
});
