import { eventually, Installation } from '@drover/test-installation';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from './testing/command-line';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start();
});
afterAll(() => installation?.close());

/** Logs the hash of the file's content. */
const script = `
const content = require('node:fs').readFileSync(drover.files.get('list'));
console.log(require('node:crypto').createHash('sha256').update(content).digest('hex'));`;

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** The folder in which an agent caches input files. */
const cacheOf = (name: string) => join(installation.folder, `agent-${name}`, 'state/files');

describe('input files', () => {
  it('are uploaded by the command line once, and reach all devices, also in a re-run', async () => {
    const devices = await installation.startAgents('one', 'two', 'three');
    const cli = await CommandLine.open(installation);
    const content = randomBytes(9_000_000);
    writeFileSync(join(cli.folder, 'list.bin'), content);
    const names = devices.flatMap(({ name }) => ['--device', name]);
    const exec = ['exec', '-c', script, ...names, '--input-file', 'list=list.bin'];
    for (let round = 0; round < 2; round += 1) {
      const { code, out } = await cli.run(exec);
      expect({ code, hashes: out.split(sha256Of(content)).length - 1 }).toEqual({ code: 0, hashes: 3 });
    }
    const { items } = await installation.drover.inputFiles.list();
    expect(items).toMatchObject([{ name: 'list.bin', size: content.length, isComplete: true }]);
    expect(readdirSync(cacheOf('one'))).toEqual([sha256Of(content)]);

    const [{ _id }] = (await installation.drover.jobs.list()).items;
    const { _id: jobId } = await installation.drover.jobs.rerun(_id, { which: 'all' });
    const runs = await installation.drover.jobs.wait(jobId);
    expect(runs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    for (const run of runs) expect(await installation.readLog(run)).toEqual([sha256Of(content)]);
    expect(await cli.run(['files', 'rm', items[0]._id])).toMatchObject({ code: 0 });
    const again = installation.drover.jobs.rerun(_id, { which: 'all' });
    await expect(again).rejects.toThrow('the file "list.bin" was not uploaded, or was deleted');
  });

  it('survive kill -9 of agent and server in mid-download, and the run starts once', async () => {
    const { agent, device } = await installation.startAgent('dies');
    const content = randomBytes(150_000_000);
    const list = await installation.drover.inputFiles.upload(new Blob([content]), { name: 'list.bin' });
    const { _id: jobId } = await installation.drover.jobs.create({
      ...{ code: script, devices: [device], vars: { list } },
    });
    const draft = join(cacheOf('dies'), `${list.$file}.part`);
    await eventually(
      () => Promise.resolve(existsSync(draft) && statSync(draft).size > 1_000_000),
      (hasBegun) => hasBegun,
    );
    await Promise.all([agent.kill(), installation.server.kill()]);
    expect(existsSync(draft)).toBe(true);
    await installation.startServer();
    await installation.startAgent('dies');
    const run = await installation.waitForRun(jobId, ['succeeded', 'failed', 'rejected', 'lost'], 60_000);
    expect(run).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(await installation.readLog(run)).toEqual([sha256Of(content)]);
    expect(readdirSync(cacheOf('dies'))).toEqual([list.$file]);
  });
});
