import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, TestAgent } from '../testing/test-agent';
import { TestServer, VALID_KEY } from '../testing/test-server';

const built = buildAgent();
let folder: string;
let server: TestServer;
let agent: TestAgent;

beforeEach(async () => {
  server = await TestServer.start();
  folder = mkdtempSync(join(tmpdir(), 'drover-key-'));
  writeFileSync(join(folder, 'key'), `${VALID_KEY}\n`);
  writeFileSync(join(folder, 'empty'), '\n');
});

afterEach(async () => {
  await agent.kill('SIGTERM');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => built.remove());

function start(args: string[], more?: ConstructorParameters<typeof TestAgent>[2]): void {
  const data = join(folder, 'data');
  agent = new TestAgent(built.program, ['--server', server.url, '--data', data, ...args], more);
}

describe('the enrolment key', () => {
  it('comes from an environment variable', async () => {
    start([], { env: { DROVER_ENROLMENT_KEY: VALID_KEY } });
    await server.find('hello');
  });

  it('comes from a file', async () => {
    start(['--key-file', join(folder, 'key')]);
    await server.find('hello');
  });

  it('comes from standard input', async () => {
    start(['--key-file', '-'], { before: `exec < '${join(folder, 'key')}'` });
    await server.find('hello');
  });

  it('is required in the file', async () => {
    start(['--key-file', join(folder, 'empty')]);
    expect(await agent.exited).toBe(1);
    expect(agent.output).toBe(`${join(folder, 'empty')} contains no enrolment key.\n`);
  });

  it('is not in the command line of the agent once it is connected', async () => {
    start(['--key', VALID_KEY]);
    await server.find('hello');
    const commandLine = readFileSync(`/proc/${agent.pid}/cmdline`, 'utf8');
    expect(commandLine).toContain('drover-agent');
    expect(commandLine).not.toContain(VALID_KEY);
  });
});
