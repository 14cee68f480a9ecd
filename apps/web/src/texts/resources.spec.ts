import { ERRORS } from '@drover/contract/errors';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts as chineseErrors } from './zh/errors';

describe('namespaces', () => {
  const table = readFileSync(join(__dirname, 'resources.ts'), 'utf8');
  const namespaces = [...table.matchAll(/import\('\.\/en\/([\w-]+)'\)/g)].map(([, name]) => name);

  it.each(['en', 'zh'])('have one file each in %s', (language) => {
    const files = readdirSync(join(__dirname, language));
    expect(files.sort()).toEqual(namespaces.map((name) => `${name}.ts`).sort());
  });
});

describe('Chinese error messages', () => {
  it('cover the error codes of the contract', () => {
    const codes = Object.values(ERRORS).map(({ code }) => String(code));
    expect(Object.keys(chineseErrors).sort()).toEqual(codes.sort());
  });
});
