import { join } from 'node:path';
import { readScriptTypeFiles } from '../../../../script-type-files';
import { declareEnv } from './env-types';
import { LanguageService } from './language-service';

const service = new LanguageService(readScriptTypeFiles(join(__dirname, '../../../../../..')));
let paths: string[] = [];

/** Replaces all files. */
function setFiles(files: Record<string, string>): void {
  service.setFiles({ ...Object.fromEntries(paths.map((path) => [path, null])), ...files });
  paths = Object.keys(files);
}

/** Opens a file. A `|` marks the cursor. */
function open(marked: string, { path = 'script.js', ...files }: Record<string, string> = {}) {
  setFiles({ ...files, [path]: marked.replace('|', '') });
  const position = marked.indexOf('|');
  const names = () => service.complete(path, position)?.items.map(({ name }) => name);
  return { path, position, names };
}

const env = declareEnv([
  { name: 'city', type: 'text', label: 'City', help: 'Where to */ go' },
  { name: 'rounds', type: 'number' },
  { name: 'colour', type: 'radio', options: { red: 'Red', blue: 'Blue' } },
  { name: 'days', type: 'checkbox', options: { mo: 'Monday' } },
  { name: 'loud', type: 'checkbox' },
  { name: 'a "name"' },
  { name: 'more', type: 'link' },
]);

describe('completions', () => {
  it('names the members of hamibot and drover', () => {
    expect(open('hamibot.|').names()).toEqual(
      expect.arrayContaining(['env', 'postMessage', 'step', 'store']),
    );
    expect(open('drover.st|').names()).toEqual(expect.arrayContaining(['step', 'store']));
  });

  it.each([
    'http',
    'files',
    'storages',
    'timers',
    'events',
    'threads',
    'engines',
    'device',
    'app',
    'dialogs',
    '$zip',
  ])('names the members of %s', (module) => expect(open(`${module}.|`).names()).not.toEqual(undefined));

  it('names the fields of the form', () => {
    const names = open('hamibot.env.|', { 'env.d.ts': env }).names();
    expect(names).toEqual(expect.arrayContaining(['city', 'rounds', 'colour', 'days', 'loud', 'APP_ENV']));
    expect(names).not.toContain('more');
  });

  it('names the exports of other files', () => {
    const main = open("import { greet } from './greet';\ngreet('x').|", {
      path: 'src/main.ts',
      'src/greet.ts': 'export const greet = (name: string) => ({ name, at: 1 });',
    });
    expect(main.names()).toEqual(['at', 'name']);
  });

  it('begins where the name begins', () => {
    const { path, position } = open('hamibot.st|');
    expect(service.complete(path, position)?.from).toBe('hamibot.'.length);
  });

  it('describes a completion', () => {
    const { path, position } = open('hamibot.|');
    const found = service.describe(path, position, 'progress');
    expect(found?.signature).toContain('progress(value: number, text?: string): void');
    expect(found?.comment).toContain('Reports how far the script has come');
  });
});

describe('hover', () => {
  it('shows type, comment and availability', () => {
    const { path, position } = open('sto|rages;');
    expect(service.hover(path, position)).toEqual({
      from: 0,
      to: 8,
      signature: 'var storages: Storages',
      comment: expect.any(String),
    });
  });

  it('shows the label of a field', () => {
    const { path, position } = open('hamibot.env.ci|ty', { 'env.d.ts': env });
    const found = service.hover(path, position);
    expect(found?.signature).toContain('city?: string | undefined');
    expect(found?.comment).toContain('Where to *\\/ go');
  });

  it('shows nothing for an empty place', () => {
    const { path, position } = open('|  \n\n;');
    expect(service.hover(path, position)).toBeNull();
  });
});

describe('signatures', () => {
  it('marks the current parameter', () => {
    const { path, position } = open("hamibot.progress(0.5, '|')");
    const found = service.findSignature(path, position);
    expect(found?.signature).toBe('progress(value: number, text?: string): void');
    expect(found?.signature.slice(found.parameter?.from, found.parameter?.to)).toBe('text?: string');
    expect(found?.comment).toContain('Reports how far');
  });
});

describe('problems', () => {
  const problemsOf = (text: string, { path = 'script.js', ...files }: Record<string, string> = {}) => {
    setFiles({ ...files, [path]: text });
    return service.findProblems(path).map(({ from, to, message }) => [text.slice(from, to), message]);
  };

  it('finds unknown names, and unknown members of the globals', () => {
    expect(problemsOf('foo();\nhamibot.reslt(1);\nvar a = {}; a.b = 1; a.c();')).toEqual([
      ['foo', "Cannot find name 'foo'."],
      ['reslt', "Property 'reslt' does not exist on type 'Hamibot'. Did you mean 'result'?"],
    ]);
  });

  it.each([
    "const fs = require('node:fs'); module.exports = fs.readFileSync(__filename); process.exit(Buffer.from('').length);",
    'const text = 1; const name = text; log(name, fetch, setTimeout, URL, AbortSignal, structuredClone);',
    'auto.waitFor(); click(1, 2); images.captureScreen(); var id = 2;',
    'hamibot.env.anything; device.sdkInt; export const result = await Promise.resolve(1);',
    'const value = hamibot.store; [1, 2].at(-1); ({}).anything;',
  ])('accepts %s', (text) => expect(problemsOf(text)).toEqual([]));

  it('finds type errors in TypeScript, but no missing packages', () => {
    const text =
      "import dayjs from 'dayjs';\nimport { x } from './gone';\nconst n: number = 'a';\nlog(n, dayjs, x);";
    expect(problemsOf(text, { path: 'main.ts' })).toEqual([
      ["'./gone'", expect.stringContaining("Cannot find module './gone'")],
      ['n', "Type 'string' is not assignable to type 'number'."],
    ]);
  });

  it('knows the types of fields', () => {
    const text = `const n: number = hamibot.env.city!;\nconst c: 'red' | 'blue' = hamibot.env.colour!;\nlog(n, c);`;
    expect(problemsOf(text, { path: 'main.ts', 'env.d.ts': env })).toEqual([
      ['n', "Type 'string' is not assignable to type 'number'."],
    ]);
  });
});
