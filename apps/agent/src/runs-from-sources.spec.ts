import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from './agent';
import { openDataFolder } from './device/data-folder';
import { enrol } from './device/enrolment';
import { chooseSandbox } from './isolation/choose-sandbox';
import { VALID_KEY, TestServer } from './testing/test-server';

let server: TestServer;
let data: string;
let agent: Agent;

/** Runs the agent in this process, from its sources. */
beforeEach(async () => {
  server = await TestServer.start();
  data = mkdtempSync(join(tmpdir(), 'drover-runs-'));
  const credential = await enrol({ server: server.url, key: VALID_KEY, name: 'here' });
  const folder = openDataFolder(data);
  const limits = { memoryMb: 64, processes: 64, diskMb: 64 };
  const { sandbox } = await chooseSandbox('auto', {
    dataFolder: folder.root,
    limits,
    hasMemoryLimit: false,
    writable: [],
  });
  agent = new Agent({
    folder,
    credential,
    maxRuns: 2,
    limits,
    sandbox,
    spoolBytes: 1024 ** 2,
    log: () => undefined,
  });
  await agent.start();
  await server.find('hello');
});

afterEach(async () => {
  await agent.stop();
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

it('runs a script when the agent runs from its sources', async () => {
  const run = server.run("console.log('from source'); undefinedName();");
  expect(await server.finished(run)).toMatchObject({
    state: 'failed',
    reason: 'ReferenceError: undefinedName is not defined (hello.js:1:29)',
  });
  expect(server.texts(run)[0]).toBe('from source');
});

it('starts further threads of a script when the agent runs from its sources', async () => {
  const code = "log(http.get(hamibot.env.url).statusCode); engines.execScript('child', \"log('child')\");";
  const run = server.run(code, { env: { url: server.url } });
  expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
  expect(server.texts(run)).toEqual(['401', 'child']);
});
