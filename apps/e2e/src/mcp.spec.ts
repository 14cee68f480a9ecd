import type { Device } from '@drover/sdk';
import { getProgramPath, Installation } from '@drover/test-installation';
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
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await installation.close();
});

/** Starts `drover mcp` as an assistant does. */
async function startAssistant(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  clients.push(client);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: drover.folder,
    ...(drover.env as Record<string, string>),
  };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [getProgramPath('cli'), 'mcp', ...args],
      env,
    }),
  );
  return client;
}

interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
}

async function callTool(client: Client, name: string, args: object = {}): Promise<ToolResult> {
  return (await client.callTool({ name, arguments: { ...args } })) as unknown as ToolResult;
}

const parseResult = <T>({ content }: ToolResult) => JSON.parse(content[0].text) as T;

describe('drover mcp', () => {
  it('offers only tools that read, and rejects others without --allow', async () => {
    const reader = await startAssistant();
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
    const found = parseResult<{ items: Device[] }>(await callTool(reader, 'devices_list', { name: 'box' }));
    expect(found.items).toMatchObject([{ _id: device._id, online: true }]);

    const request = { code: '1', devices: [{ _id: device._id }] };
    for (const name of ['run_and_wait', 'jobs_create', 'scripts_execute']) {
      const refused = await callTool(reader, name, request);
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('drover mcp --allow run') }],
      });
    }
    expect((await installation.drover.jobs.list()).count).toBe(0);
  });

  it('runs a script on a device and returns its log', async () => {
    const runner = await startAssistant('--allow', 'run');
    const scriptId = await installation.createScript(
      'console.log("hello from", drover.env.place); console.warn("!");',
    );
    const request = { scriptId, devices: [{ _id: device._id }], vars: { place: '大理' } };
    const result = parseResult<{ runs: { runId: string }[] }>(
      await callTool(runner, 'run_and_wait', request),
    );
    expect(result).toMatchObject({
      counts: { succeeded: 1 },
      runs: [{ device: 'box', state: 'succeeded', log: ['hello from 大理', 'warn: !'] }],
    });
    const page = parseResult(
      await callTool(runner, 'runs_list_logs', { runId: result.runs[0].runId, limit: 1 }),
    );
    expect(page).toMatchObject({ count: 1, lastSeq: 2, items: [{ text: 'hello from 大理' }] });
    const started = await callTool(runner, 'devscripts_run', {
      devscriptId: scriptId,
      devices: [{ _id: device._id }],
    });
    expect(started.content[0].text).toMatch(/^Done\. The job is [0-9a-f]{24}\.$/);
  });

  it('waits no longer than waitSeconds, and stops a job', async () => {
    const runner = await startAssistant('--allow', 'run');
    const request = { code: 'setInterval(() => {}, 1000)', devices: [{ _id: device._id }], waitSeconds: 1 };
    const result = parseResult<{ jobId: string; hints: string[] }>(
      await callTool(runner, 'run_and_wait', request),
    );
    expect(result.hints).toEqual([expect.stringContaining('have not ended')]);
    expect(await callTool(runner, 'jobs_remove', { jobId: result.jobId })).toEqual({
      content: [{ type: 'text', text: 'Done.' }],
    });
    await installation.waitForRun(result.jobId, ['stopped']);
  });

  it('uploads a script if allowed, and returns the errors of the server', async () => {
    const writer = await startAssistant('--allow', 'run,write');
    const { _id } = parseResult<{ _id: string }>(
      await callTool(writer, 'devscripts_create', { name: 'made' }),
    );
    const files = {
      devscriptId: _id,
      code: 'console.log(drover.env.n + 1)',
      config: '[{"name":"n","value":1}]',
    };
    expect(await callTool(writer, 'devscripts_upload_files', files)).not.toHaveProperty('isError');
    const run = await callTool(writer, 'run_and_wait', { scriptId: _id, selector: { all: true } });
    expect(parseResult(run)).toMatchObject({ runs: [{ log: ['2'] }] });
    const wrong = await callTool(writer, 'devices_update', { deviceId: device._id, name: 'x'.repeat(21) });
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('at most 20 characters') }],
    });
    const missing = await callTool(writer, 'devices_get', { deviceId: '../accounts' });
    expect(missing).toMatchObject({ isError: true, content: [{ text: 'deviceId must be an ID.' }] });
  });

  it('truncates long results, with a hint how to request less', async () => {
    const runner = await startAssistant('--allow', 'run');
    const code = 'for (let n = 0; n < 90; n += 1) console.log("x".repeat(1000))';
    const result = parseResult<{ runs: { runId: string }[] }>(
      await callTool(runner, 'run_and_wait', { code, devices: [{ _id: device._id }], lines: 1 }),
    );
    const { content } = await callTool(runner, 'runs_list_logs', { runId: result.runs[0].runId });
    expect(content[0].text).toHaveLength(40_000);
    expect(content[1].text).toMatch(/^Truncated to the first .* after\)\.$/);
  });

  it('exits with an error if not signed in', async () => {
    const outcome = await drover.run(['mcp'], { env: { DROVER_TOKEN: '' } });
    expect(outcome).toMatchObject({ code: 4, out: '', err: expect.stringContaining('Not signed in') });
  });
});
