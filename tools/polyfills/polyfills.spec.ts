import { readFileSync } from 'node:fs';
import { createModules, modulesFile } from './polyfill-modules';

describe('modules.json', () => {
  it('contains the modules of the installed core-js: npm run polyfills', () => {
    expect(readFileSync(modulesFile, 'utf8')).toBe(createModules());
  });
});
