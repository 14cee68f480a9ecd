import type { ImportResult } from '@drover/sdk';
import { Installation } from '@drover/test-installation';
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from './testing/command-line';

let source: Installation;
let target: Installation;
let drover: CommandLine;
let there: CommandLine;
let file: string;

beforeAll(async () => {
  source = await Installation.start();
  target = await Installation.start();
  drover = await CommandLine.open(source);
  there = await CommandLine.open(target);
  file = join(drover.folder, 'backup.zip');
  const { devscripts, presets, schedules } = source.drover;
  const { _id: scriptId } = await devscripts.create({ name: '夜间检查' });
  await devscripts.uploadFiles(scriptId, { code: 'first()', config: [{ name: 'city' }] });
  await devscripts.uploadFiles(scriptId, { code: 'second()' });
  await presets.create({ name: 'Round', scriptId, selector: { all: true } });
  const job = { scriptId, selector: { tag: 'farm' } };
  await schedules.create({ name: 'Nightly', when: { cron: '0 3 * * *' }, job });
});
afterAll(async () => {
  await source?.close();
  await target?.close();
});

describe('drover export and drover import', () => {
  it('copy scripts, presets and schedules to another installation', async () => {
    expect(await drover.run(['export', file])).toMatchObject({ code: 0, err: `Saved ${file}\n` });

    const plan = await there.run(['import', file, '--dry-run']);
    expect(plan).toMatchObject({ code: 0, err: 'This was a dry run. Nothing was changed.\n' });
    expect(plan.out).toContain('3 created, 0 changed, 0 unchanged, 0 failed\n');
    expect(await target.drover.devscripts.list()).toMatchObject({ items: [] });

    const imported = await there.run(['import', file]);
    expect(imported.out).toMatch(/^schedule +Nightly +created +paused$/m);
    expect(await target.drover.schedules.list()).toMatchObject({
      items: [{ name: 'Nightly', isPaused: true, scriptName: '夜间检查', next: [] }],
    });
    const { items } = await target.drover.devscripts.list();
    expect(await target.drover.devscripts.getCode(items[0]._id)).toBe('second()');
    expect((await target.drover.revisions.list(items[0]._id)).items).toHaveLength(2);
  });

  it('change nothing the second time', async () => {
    expect(await there.run(['import', file])).toMatchObject({
      code: 0,
      out: 'Everything is as in the archive.\n0 created, 0 changed, 3 unchanged, 0 failed\n',
    });
    const again = await there.runJson<ImportResult>('import', file);
    expect(again).toMatchObject({ isApplied: true, created: 0, changed: 0, unchanged: 3 });
  });

  it('exit with 1 for a part that cannot be imported', async () => {
    await target.drover.presets.create({ name: 'Other', code: '1', selector: { all: true } });
    await source.drover.presets.create({ name: 'Other', code: '2', selector: { all: true } });
    await drover.run(['export', file, '--latest']);
    const { code, out } = await there.run(['import', file]);
    expect(code).toBe(1);
    expect(out).toMatch(/^preset +Other +failed +another record here has this name$/m);
  });

  it('refuse a file that breaks off, and one that does not exist', async () => {
    truncateSync(file, readFileSync(file).length - 10);
    expect(await there.run(['import', file])).toMatchObject({
      code: 5,
      err: expect.stringContaining('must be a complete archive of GET /v1/export'),
    });
    expect(await there.run(['import', 'missing.zip'])).toMatchObject({ code: 2 });
  });
});
