import type { Artifact, Device, Run } from '@drover/sdk';
import { eventually, Installation, Program } from '@drover/test-installation';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandLine } from './testing/command-line';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start();
});
afterAll(() => installation?.close());

const list = async ({ _id }: Pick<Run, '_id'>) => (await installation.drover.runs.listArtifacts(_id)).items;

/** Waits until the run has so many artifacts, and returns them by name. */
async function waitForArtifacts(run: Pick<Run, '_id'>, count: number): Promise<Map<string, Artifact>> {
  const items = await eventually(
    () => list(run),
    ({ length }) => length >= count,
    120_000,
  );
  expect(items).toHaveLength(count);
  return new Map(items.map((item) => [item.name, item]));
}

/** Downloads an artifact, and returns the SHA-256 of what arrived. */
async function hashDownload({ runId, _id }: Artifact): Promise<string> {
  const response = await installation.drover.runs.getArtifact(runId, _id);
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}

/** Files in the spool of an agent. */
function spoolOf(name: string): string[] {
  const folder = join(installation.folder, `agent-${name}`, 'state/artifacts');
  if (!existsSync(folder)) return [];
  return ['entries', 'contents'].flatMap((part) => readdirSync(join(folder, part)));
}

describe('artifacts of a script', () => {
  let device: Device;
  beforeAll(async () => {
    ({ device } = await installation.startAgent('computer'));
  });

  it('are texts, bytes and files', async () => {
    const code = `
      const fs = require('node:fs');
      fs.writeFileSync('report.csv', 'a,b\\n1,2\\n');
      fs.mkdirSync('sub'); fs.writeFileSync('sub/large.bin', Buffer.alloc(9_000_000, 'x'));
      const save = drover.artifacts.save;
      module.exports.result = (async () => [
        await save('text', 'hello, 世界'),
        await save('bytes', Buffer.from([0, 255])),
        await save('array', new Uint8Array([1, 2, 3])),
        await save('report.csv', 'report.csv'),
        await save('../../large', './sub/large.bin'),
        await save('path', { path: 'report.csv' }),
      ])();`;
    const run = await installation.run(device, code, ['succeeded', 'failed']);
    expect(run).toMatchObject({ state: 'succeeded' });
    const { value } = await installation.drover.runs.getResult(run._id);
    const artifacts = await waitForArtifacts(run, 6);
    const saved = [...artifacts.values()].map(({ name, size, sha256 }) => ({
      name,
      size,
      sha256,
      problem: null,
    }));
    expect(saved.sort(byName)).toEqual((value as { name: string }[]).sort(byName));
    for (const artifact of artifacts.values()) expect(await hashDownload(artifact)).toBe(artifact.sha256);
    const text = artifacts.get('text')!;
    expect(await (await installation.drover.runs.getArtifact(run._id, text._id)).text()).toBe('hello, 世界');
    expect(artifacts.get('report.csv')?.sha256).toBe(artifacts.get('path')?.sha256);
    await eventually(
      () => Promise.resolve(spoolOf('computer')),
      ({ length }) => length === 0,
    );
  });

  it('are left out with a reason if a limit does not allow them, and the run goes on', async () => {
    const code = `
      module.exports.result = (async () => [
        await drover.artifacts.save('x'.repeat(4096), 'text'),
        await drover.artifacts.save('twice', '1'),
        await drover.artifacts.save('twice', '2'),
        await drover.artifacts.save('none', './none.txt').catch((error) => error.message),
        await drover.artifacts.save('type', 7).catch((error) => error.message),
      ])();`;
    const run = await installation.run(device, code, ['succeeded', 'failed']);
    expect(run.state).toBe('succeeded');
    expect((await installation.drover.runs.getResult(run._id)).value).toMatchObject([
      { size: null, problem: 'its name has more than 255 characters' },
      { size: 1, problem: null },
      { problem: 'the run has an artifact of this name' },
      'drover.artifacts.save: there is no file ./none.txt. To save this text, use Buffer.from(text).',
      'drover.artifacts.save: the content must be a string, a Buffer, a Uint8Array, or { path } of a file.',
    ]);
    expect((await installation.readLog(run)).join('\n')).toContain(
      'drover.artifacts.save: "twice" was left out: the run has an artifact of this name',
    );
    await waitForArtifacts(run, 1);
  });

  it('are never files of the agent, whatever a script puts into its folder', async () => {
    const code = `
      const fs = require('node:fs');
      // The file that is handed to the agent becomes a link to the credential of the agent.
      const credential = ${JSON.stringify(join(installation.folder, 'agent-computer', 'credential.json'))};
      const write = fs.promises.writeFile;
      fs.promises.writeFile = async (path) => fs.symlinkSync(credential, path);
      module.exports.result = drover.artifacts.save('stolen', 'text').catch((error) => String(error));`;
    const run = await installation.run(device, code, ['succeeded', 'failed']);
    expect(run.state).toBe('succeeded');
    const { value } = await installation.drover.runs.getResult(run._id);
    expect(value).toMatchObject({
      sha256: null,
      problem: expect.stringContaining('could not be read') as string,
    });
  });

  it('are listed and downloaded on the command line', async () => {
    const code = `drover.artifacts.save('a b.txt', 'one'); drover.artifacts.save('../b.txt', 'two');`;
    const run = await installation.run(device, code, ['succeeded']);
    await waitForArtifacts(run, 2);
    const folder = join(installation.folder, 'downloads');
    const cli = await CommandLine.open(installation);
    const listed = await cli.run(['runs', 'artifacts', run._id, '--download', folder]);
    expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(/NAME +SIZE/) as string });
    expect(readdirSync(folder).sort()).toEqual(['.._b.txt', 'a b.txt']);
    expect(readFileSync(join(folder, 'a b.txt'), 'utf8')).toBe('one');
    const archive = join(installation.folder, 'all.zip');
    expect(await cli.run(['jobs', 'artifacts', run.jobId, '--archive', archive])).toMatchObject({ code: 0 });
    expect(readFileSync(archive).subarray(0, 2).toString()).toBe('PK');
  });
});

describe('artifacts survive', () => {
  const parts = 6;
  const code = `
    const { createHash } = require('node:crypto');
    (async () => {
      const saved = [];
      for (let n = 0; n < ${parts}; n += 1) {
        const content = Buffer.alloc(5_000_000, String(n) + drover.env.mark);
        const { sha256, problem } = await drover.artifacts.save('artifact ' + n, content);
        if (problem || sha256 !== createHash('sha256').update(content).digest('hex')) throw new Error(problem);
        console.log(n + ' ' + sha256);
      }
      console.log('saved');
      if (drover.env.mark === 'long') setInterval(() => undefined, 1000);
    })();`;

  async function start(device: Device, mark: string): Promise<string> {
    const { jobId } = await installation.drover.devscripts.run(await installation.createScript(code), {
      devices: [device],
      vars: { mark },
    });
    return jobId;
  }

  /** Expects each artifact that the log names once, with the content that the script saved. */
  async function expectAll(run: Run): Promise<void> {
    const artifacts = await waitForArtifacts(run, parts);
    const lines = (await installation.readLog(run)).filter((line) => /^\d [0-9a-f]{64}$/.test(line));
    expect(lines).toHaveLength(parts);
    for (const line of lines) {
      const [n, sha256] = line.split(' ');
      const artifact = artifacts.get(`artifact ${n}`)!;
      expect(artifact.sha256).toBe(sha256);
      expect(await hashDownload(artifact)).toBe(sha256);
    }
  }

  it('kill -9 of the server, again and again', async () => {
    const { device } = await installation.startAgent('server-dies');
    const jobId = await start(device, 'server-dies');
    for (let kill = 0; kill < 3; kill += 1) {
      await delay(300);
      await installation.server.kill();
      await installation.startServer();
    }
    const run = await installation.waitForRun(jobId, ['succeeded', 'failed', 'lost'], 120_000);
    expect(run.state).toBe('succeeded');
    await expectAll(run);
  });

  it('kill -9 of the agent, while the server is away', async () => {
    const { agent, device } = await installation.startAgent('agent-dies');
    const jobId = await start(device, 'long');
    const run = await installation.waitForRun(jobId, ['running']);
    await eventually(
      () => installation.readLog(run),
      (lines) => lines.includes('0 ' + hashOf('0long')),
      60_000,
    );
    await installation.server.kill();
    await waitUntilSpooled('agent-dies', agent);
    await agent.kill();
    const { agent: again } = restart('agent-dies');
    await installation.startServer();
    const lost = await installation.waitForRun(jobId, ['lost'], 120_000);
    const artifacts = await waitForArtifacts(lost, parts);
    for (let n = 0; n < parts; n += 1) {
      expect(artifacts.get(`artifact ${n}`)?.sha256).toBe(hashOf(`${n}long`));
      expect(await hashDownload(artifacts.get(`artifact ${n}`)!)).toBe(hashOf(`${n}long`));
    }
    await eventually(
      () => Promise.resolve(spoolOf('agent-dies')),
      ({ length }) => length === 0,
      60_000,
    );
    expect(again.output).not.toContain('damaged');
  });

  const hashOf = (text: string) => createHash('sha256').update(Buffer.alloc(5_000_000, text)).digest('hex');

  /** Waits until the agent has saved everything, and the server has not everything. */
  async function waitUntilSpooled(name: string, agent: Program): Promise<void> {
    const outbox = join(installation.folder, `agent-${name}`, 'state/outbox');
    await eventually(
      () =>
        Promise.resolve(
          readdirSync(outbox).some((file) => readFileSync(join(outbox, file), 'utf8').includes('"saved"')),
        ),
      (isSaved) => isSaved,
      60_000,
    );
    await eventually(
      () => Promise.resolve(agent.output),
      (output) => output.includes('Artifacts wait'),
      60_000,
    );
  }

  /** Starts an agent on its data folder while the server is away. */
  function restart(name: string): { agent: Program } {
    const agent = new Program('agent', { args: ['--data', join(installation.folder, `agent-${name}`)] });
    started.push(agent);
    return { agent };
  }

  const started: Program[] = [];
  afterAll(async () => {
    for (const agent of started) await agent.stop();
  });
});

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
