import { Installation } from '@drover/test-installation';
import { freePort } from '@drover/test-services';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let installation: Installation;

beforeAll(async () => {
  // What a killed server has acknowledged is safe on the embedded database too.
  installation = await Installation.start({ isEmbedded: true });
});
afterAll(() => installation.close());

describe('an agent that is killed during a run', () => {
  it('reports the run as lost after its restart, does not start it again, and runs the next one', async () => {
    const { agent, device } = await installation.startAgent('killed');
    const marks = join(installation.folder, 'marks');
    const code = `require('fs').appendFileSync(${JSON.stringify(marks)}, 'x'); sleep(600000);`;
    const run = await installation.run(device, code, ['running']);
    await waitForFile(marks);
    await agent.kill();

    await installation.startAgent('killed');
    const lost = await installation.waitForRun(run.jobId, ['lost', 'failed', 'succeeded']);
    expect(lost.state).toBe('lost');
    const next = await installation.run(device, `console.log('next')`, ['succeeded', 'failed', 'lost']);
    expect(next.state).toBe('succeeded');
    expect(readFileSync(marks, 'utf8')).toBe('x');
  });
});

describe('a server that is killed during a run', () => {
  it('has the result and the complete log after its restart', async () => {
    const { device } = await installation.startAgent('steady');
    const code = `for (let i = 1; i <= 40; i++) { console.log('tick ' + i); sleep(100); } process.exit(5);`;
    const run = await installation.run(device, code, ['running']);
    await installation.server.kill();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await installation.startServer();

    const ended = await installation.waitForRun(run.jobId, ['failed', 'succeeded', 'lost']);
    expect(ended).toMatchObject({ state: 'failed', exitCode: 5 });
    expect(await installation.readLog(ended)).toEqual(Array.from({ length: 40 }, (_, i) => `tick ${i + 1}`));
  });
});

describe('a second server on the same data directory', () => {
  it('exits with an error that names the directory and the first process', async () => {
    const second = installation.spawnServer(await freePort());
    expect(await second.waitForExit()).not.toBe(0);
    expect(second.output).toContain(installation.dataDir);
    expect(second.output).toContain(`process ${installation.server.pid}`);
  });
});

async function waitForFile(path: string): Promise<void> {
  for (let waits = 0; !existsSync(path) && waits < 200; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
