import type { Devscript, Page, Revision } from '@drover/sdk';
import { Installation } from '@drover/test-installation';
import { CommandLine } from './testing/command-line';

let installation: Installation;
let drover: CommandLine;
let script: Devscript;

beforeAll(async () => {
  installation = await Installation.start();
  drover = await CommandLine.open(installation);
  const { devscripts } = installation.drover;
  script = await devscripts.create({ name: '夜间检查' });
  await devscripts.uploadFiles(script._id, { code: 'first()', config: [{ name: 'city' }] });
  await devscripts.uploadFiles(script._id, { code: 'second()' });
});
afterAll(() => installation?.close());

const run = (...args: string[]) => drover.run(['revisions', ...args]);
const list = async () => (await drover.runJson<Page<Revision>>('revisions', 'ls', '夜间检查')).items;

describe('drover revisions', () => {
  it('lists revisions and prints their files', async () => {
    expect((await run('ls', '夜间检查')).out).toMatch(
      /^REVISION +NAME +SOURCE .*\n2 .*\bapi\b.*\n1 .*\bapi\b.*\n$/,
    );
    expect(await run('show', '夜间检查', '1')).toMatchObject({ code: 0, out: 'first()' });
    expect(await run('show', script._id, '2', '--config')).toMatchObject({ out: '[{"name":"city"}]' });
    expect(await run('show', '夜间检查', '9')).toMatchObject({
      code: 5,
      out: '',
      err: expect.stringContaining('has no revision 9.'),
    });
  });

  it('names and restores a revision', async () => {
    expect(await run('name', '夜间检查', '1', '旧表单')).toMatchObject({ out: 'Named revision 1 旧表单.\n' });
    expect(await run('restore', '夜间检查', '1')).toMatchObject({
      out: 'Restored revision 1 as revision 3.\n',
    });
    expect(await installation.drover.devscripts.getCode(script._id)).toBe('first()');
    expect(await run('name', '夜间检查', '1')).toMatchObject({ out: 'Revision 1 has no name now.\n' });
    expect((await list()).map(({ number, source, name }) => ({ number, source, name }))).toEqual([
      { number: 3, source: 'restore', name: null },
      { number: 2, source: 'api', name: null },
      { number: 1, source: 'api', name: null },
    ]);
  });
});
