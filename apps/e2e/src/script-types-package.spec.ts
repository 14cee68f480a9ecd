import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, installPackage, root, type PackedPackage } from './testing/packed-package';

let types: PackedPackage;
let readme: string;

beforeAll(async () => {
  types = await installPackage('script-types');
  // As `npm install @types/node` would, which needs a network.
  await symlink(join(root, 'node_modules/@types'), join(types.folder, 'node_modules/@types'));
  readme = await readFile(join(types.folder, 'node_modules/@drover/script-types/README.md'), 'utf8');
});
afterAll(() => types.remove());

const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);

/** Checks a script with the settings of the README. Returns the compiler errors. */
async function check(name: string, code: string, ...moreTypes: string[]): Promise<string> {
  const folder = join(types.folder, name);
  await mkdir(folder);
  await writeFile(join(folder, 'script.js'), code);
  const { compilerOptions, include } = JSON.parse(blocks('json')[0] ?? '') as {
    compilerOptions: { types: string[] };
    include: string[];
  };
  const options = { ...compilerOptions, types: [...compilerOptions.types, ...moreTypes] };
  return compile(folder, options, include);
}

describe('npm package @drover/script-types', () => {
  it('contains declarations only', () => {
    const others = types.files.filter((path) => !path.endsWith('.d.ts'));
    expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(types.files).toEqual(expect.arrayContaining(['globals.d.ts', 'index.d.ts', 'phone.d.ts']));
  });

  it('checks the script of the README', async () => {
    expect(blocks('js')).toHaveLength(1);
    expect(await check('readme', blocks('js').join())).toBe('');
  });

  it('checks what scripts use of the modules, and Node beside them', async () => {
    const code = `
      const lock = threads.lock();
      threads.start(() => { lock.lock(); toastLog(device.brand); lock.unlock(); }).join();
      events.on('exit', () => files.append('log.txt', String(random(1, 6))));
      const { result } = shell('uname');
      console.show();
      console.verbose($crypto.digest(result, 'SHA-256'), require('node:os').hostname());
      drover.postMessage(hamibot.env.greeting, { telemetry: true });
      setTimeout(exit, 100);
    `;
    expect(await check('modules', code)).toBe('');
  });

  it('reports unknown names and wrong values', async () => {
    const errors = await check(
      'mistakes',
      `files.raed('a.txt');\nhttp.get(1);\nunknownModule.run();\nclick(1, 2);\n`,
    );
    expect(
      errors
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith(' ')),
    ).toEqual([
      expect.stringContaining(`script.js(1,7): error TS2339: Property 'raed' does not exist`),
      expect.stringContaining('script.js(2,10): error TS2345'),
      expect.stringContaining(`script.js(3,1): error TS2304: Cannot find name 'unknownModule'`),
      expect.stringContaining(`script.js(4,1): error TS2304: Cannot find name 'click'`),
    ]);
  });

  it('declares on request what only phones have', async () => {
    const code = `auto.waitFor();\ntext('OK').findOne().click();\nclick(1, 2);\nhamibot.exit();\n`;
    expect(await check('phone', code, '@drover/script-types/phone')).toBe('');
  });
});
