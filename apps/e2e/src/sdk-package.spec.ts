import type { Device } from '@drover/sdk';
import { eventually, Installation, Program } from '@drover/test-installation';
import { join } from 'node:path';
import { PackedSdk, type ProjectKind } from './testing/packed-sdk';

const kinds: ProjectKind[] = [
  { type: 'module', moduleResolution: 'node16' },
  { type: 'commonjs', moduleResolution: 'node16' },
  { type: 'module', moduleResolution: 'bundler' },
  { type: 'commonjs', moduleResolution: 'bundler' },
];

let installation: Installation;
let sdk: PackedSdk;
let devices: Device[];

beforeAll(async () => {
  [sdk, installation] = await Promise.all([PackedSdk.install(), Installation.start()]);
  devices = await installation.startAgents('盒子', 'phone');
});
afterAll(async () => {
  await installation.close();
  await sdk.remove();
});

describe('npm package @drover/sdk', () => {
  it('contains only the required files', async () => {
    expect(sdk.files).toEqual([
      'LICENSE',
      'README.md',
      'index.cjs',
      'index.d.cts',
      'index.d.mts',
      'index.mjs',
      'package.json',
    ]);
    expect(await sdk.listPackages()).toEqual(['@drover']);
  });

  it('compiles for browsers without the types of Node.js', async () => {
    expect(await sdk.compilePage("new Drover({ baseUrl: '' }).devices.list({ online: true })")).toBe('');
  });
});

describe.each(kinds)(
  'examples in a project of type $type with moduleResolution $moduleResolution',
  (kind) => {
    let folder: string;

    const start = (name: string, ...args: string[]) =>
      new Program(
        { main: join(folder, 'out', `${name}.js`), cwd: folder },
        { args, env: { DROVER_URL: installation.url, DROVER_TOKEN: installation.token } },
      );

    /** Runs an example that has to succeed, and returns its output lines. */
    async function runExample(name: string, ...args: string[]): Promise<string[]> {
      const example = start(name, ...args);
      const exitCode = await example.waitForExit();
      const lines = example.output.trimEnd().split('\n');
      expect({ exitCode, lines }).toEqual({ exitCode: 0, lines });
      return lines;
    }

    it('compile in strict mode, the declarations included', async () => {
      const { errors, ...compiled } = await sdk.compileExamples(kind);
      folder = compiled.folder;
      expect(errors).toBe('');
    });

    it('run code on every device', async () => {
      expect((await runExample('run-everywhere')).sort()).toEqual([
        'phone: succeeded, 0',
        '盒子: succeeded, 0',
      ]);
    });

    it('upload a script by its path, run it and follow its log', async () => {
      expect(await runExample('develop')).toEqual([expect.stringMatching(/^info: 你好, (phone|盒子)$/)]);
    });

    it('watch events', async () => {
      const watch = start('watch');
      await waitForOutput(watch, 'Watching');
      const job = { code: '1', devices: [devices[0]] };
      await installation.drover.scripts.executeAndWait(job);
      await waitForOutput(watch, '盒子: succeeded');
      watch.process.kill('SIGINT');
      expect(await watch.waitForExit()).toBe(0);
    });

    it('iterate over all devices', async () => {
      for (const { _id } of devices) await installation.drover.devices.update(_id, { tags: [] });
      expect((await runExample('tag-devices')).sort()).toEqual(['Tagged phone.', 'Tagged 盒子.']);
      expect((await installation.drover.devices.list({ tag: 'new' })).count).toBe(2);
      expect(await runExample('tag-devices')).toEqual(['']);
    });

    it('distinguish errors', async () => {
      const [{ _id, name }] = devices;
      expect(await runExample('rename-device', _id, name)).toEqual(['Renamed.']);
      expect(await runExample('rename-device', _id, 'x'.repeat(21))).toEqual([
        'name must have at most 20 characters',
      ]);
      expect(await runExample('rename-device', '0'.repeat(24), name)).toEqual(['The device does not exist.']);
    });
  },
);

async function waitForOutput(program: Program, text: string): Promise<void> {
  await eventually(
    async () => program.output,
    (output) => output.includes(text),
  );
}
