import type { Device } from '@drover/sdk';
import { builtProgram, Installation } from '@drover/test-installation';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CommandLine } from './testing/command-line';

let installation: Installation;
let drover: CommandLine;
let device: Device;
const clients: Client[] = [];

beforeAll(async () => {
  installation = await Installation.start();
  ({ device } = await installation.startAgent('box'));
  drover = await CommandLine.open(installation);
}, 60_000);
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await installation.close();
});

/** An assistant that starts `drover mcp` as its configuration says. */
async function assistant(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'story', version: '1.0.0' });
  clients.push(client);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: drover.folder,
    ...(drover.env as Record<string, string>),
  };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [builtProgram('cli'), 'mcp', ...args], env }),
  );
  return client;
}

interface Said {
  isError?: boolean;
  content: { text: string }[];
}

async function use(client: Client, name: string, given: object = {}): Promise<Said> {
  return (await client.callTool({ name, arguments: { ...given } })) as unknown as Said;
}

const read = <T>({ content }: Said) => JSON.parse(content[0].text) as T;

describe('an assistant', () => {
  it('may read what there is, and run nothing unless it is allowed to', async () => {
    const reader = await assistant();
    const { tools } = await reader.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'devices_list',
        'scripts_list',
        'devscripts_get_code',
        'jobs_get',
        'runs_list_logs',
      ]),
    );
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    expect(tools.find(({ name }) => name === 'devices_get')).toMatchObject({
      description: expect.stringMatching(/device/i),
      inputSchema: { type: 'object', required: ['deviceId'], properties: { deviceId: { type: 'string' } } },
    });
    const found = read<{ items: Device[] }>(await use(reader, 'devices_list', { name: 'box' }));
    expect(found.items).toMatchObject([{ _id: device._id, online: true }]);

    const request = { code: '1', devices: [{ _id: device._id }] };
    for (const name of ['run_and_wait', 'jobs_create', 'scripts_execute']) {
      const refused = await use(reader, name, request);
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('drover mcp --allow run') }],
      });
    }
    expect((await installation.drover.jobs.list()).count).toBe(0);
  });

  it('runs a script on a device and reads its log', async () => {
    const runner = await assistant('--allow', 'run');
    const scriptId = await installation.createScript(
      'console.log("hello from", drover.env.place); console.warn("!");',
    );
    const request = { scriptId, devices: [{ _id: device._id }], vars: { place: '大理' } };
    const told = read<{ runs: { runId: string }[] }>(await use(runner, 'run_and_wait', request));
    expect(told).toMatchObject({
      counts: { succeeded: 1 },
      runs: [{ device: 'box', state: 'succeeded', log: ['hello from 大理', 'warn: !'] }],
    });
    const page = read(await use(runner, 'runs_list_logs', { runId: told.runs[0].runId, limit: 1 }));
    expect(page).toMatchObject({ count: 2, items: [{ text: 'hello from 大理' }] });
    const started = await use(runner, 'devscripts_run', {
      devscriptId: scriptId,
      devices: [{ _id: device._id }],
    });
    expect(started.content[0].text).toMatch(/^Done\. The job is [0-9a-f]{24}\.$/);
  });

  it('waits no longer than it wants to, and stops what it started', async () => {
    const runner = await assistant('--allow', 'run');
    const request = { code: 'setInterval(() => {}, 1000)', devices: [{ _id: device._id }], waitSeconds: 1 };
    const told = read<{ jobId: string; hints: string[] }>(await use(runner, 'run_and_wait', request));
    expect(told.hints).toEqual([expect.stringContaining('have not ended')]);
    expect(await use(runner, 'jobs_remove', { jobId: told.jobId })).toEqual({
      content: [{ type: 'text', text: 'Done.' }],
    });
    await installation.runOf(told.jobId, ['stopped']);
  });

  it('writes a script where it may, and is told what was wrong', async () => {
    const writer = await assistant('--allow', 'run,write');
    const { _id } = read<{ _id: string }>(await use(writer, 'devscripts_create', { name: 'made' }));
    const files = {
      devscriptId: _id,
      code: 'console.log(drover.env.n + 1)',
      config: '[{"name":"n","value":1}]',
    };
    expect(await use(writer, 'devscripts_upload_files', files)).not.toHaveProperty('isError');
    const run = await use(writer, 'run_and_wait', { scriptId: _id, selector: { all: true } });
    expect(read(run)).toMatchObject({ runs: [{ log: ['2'] }] });
    const wrong = await use(writer, 'devices_update', { deviceId: device._id, name: 'x'.repeat(21) });
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('at most 20 characters') }],
    });
    const missing = await use(writer, 'devices_get', { deviceId: '../accounts' });
    expect(missing).toMatchObject({ isError: true, content: [{ text: 'deviceId must be an id.' }] });
  });

  it('gets long answers cut, with how to ask for less', async () => {
    const runner = await assistant('--allow', 'run');
    const code = 'for (let n = 0; n < 90; n += 1) console.log("x".repeat(1000))';
    const told = read<{ runs: { runId: string }[] }>(
      await use(runner, 'run_and_wait', { code, devices: [{ _id: device._id }], lines: 1 }),
    );
    const { content } = await use(runner, 'runs_list_logs', { runId: told.runs[0].runId });
    expect(content[0].text).toHaveLength(40_000);
    expect(content[1].text).toMatch(/^Cut: .* after\)\.$/);
  });

  it('is told to sign in where nobody has', async () => {
    const outcome = await drover.run(['mcp'], { env: { DROVER_TOKEN: '' } });
    expect(outcome).toMatchObject({ code: 4, out: '', err: expect.stringContaining('Not signed in') });
  });
});
