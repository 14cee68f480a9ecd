import type { Device } from '@drover/sdk';
import { routes } from '@drover/contract/routes';
import { Installation } from '@drover/test-installation';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeWithBacking, startBacking } from './testing/backing';
import { CommandLine } from './testing/command-line';

const value = 'Tr0ub4dor & "drei" +/=?';

/** The ways in which a careless script shows what it knows. */
const careless = `
const { key, deep } = drover.env;
console.log('the key is', key, drover.env);
console.error(JSON.stringify({ key }));
process.stdout.write(encodeURIComponent(deep.list[0]) + '\\n');
console.log('Basic ' + Buffer.from('user:' + key).toString('base64'));
drover.postMessage('posted ' + key, { data: { title: key, attachments: [{ type: 'json', data: { key: [key] } }] } });
throw new Error('it does not fit: ' + key);
`;

/** How a value could stand somewhere without being masked. */
const traces = [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').slice(0, 24),
  Buffer.from(`user:${value}`).toString('base64').slice(8, 28),
  Buffer.from(value).toString('hex'),
  'Tr0ub4dor',
];

function expectNoTrace(of: string, text: string) {
  expect({ of, found: traces.filter((trace) => text.includes(trace)) }).toEqual({ of, found: [] });
}

/** Keeps what a stream tells, until it is ended. */
async function listen(stream: AsyncIterable<unknown>, heard: unknown[]): Promise<void> {
  try {
    for await (const event of stream) heard.push(event);
  } catch {
    // The story has ended it.
  }
}

let backing: Awaited<ReturnType<typeof startBacking>>;
let installation: Installation;
let drover: CommandLine;
let device: Device;

describeWithBacking('a secret', () => {
  beforeAll(async () => {
    backing = await startBacking();
    const env = { ...backing.env, DROVER_SECRET_KEY: '5e'.repeat(32), LOG_LEVEL: 'trace' };
    installation = await Installation.start({ env });
    ({ device } = await installation.startAgent('box'));
    drover = await CommandLine.open(installation);
  }, 60_000);
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it('reaches its script, and stands nowhere else: answers, events, log, dump of the database', async () => {
    const heard: unknown[] = [];
    const ending = new AbortController();
    let listening = Promise.resolve();
    await new Promise<void>((onOpen) => {
      listening = listen(installation.drover.events.stream({}, { signal: ending.signal, onOpen }), heard);
    });

    expect(await drover.run(['secrets', 'set', 'API_KEY'], { input: `${value}\n` })).toMatchObject({
      code: 0,
    });
    const reference = { $secret: 'API_KEY' };
    const job = await installation.drover.jobs.create({
      code: careless,
      devices: [device],
      vars: { key: reference, deep: { list: [reference] } },
    });
    const [run] = await installation.drover.jobs.wait(job._id);
    expect(run).toMatchObject({ state: 'failed', reason: expect.stringContaining('it does not fit: ***') });
    const log = (await installation.logOf(run)).join('\n');
    expect(log).toContain('the key is ***');
    expect(log).toContain('{"key":"***"}');
    const { items } = await installation.drover.messages.list();
    expect(items).toMatchObject([
      { title: '***', text: 'posted ***', attachments: [{ type: 'json', data: { key: ['***'] } }] },
    ]);
    expect(JSON.stringify(heard)).toContain('the key is ***');

    const ids: Record<string, string> = { jobId: job._id, runId: run._id, deviceId: device._id };
    for (const { route, title } of routes.filter(({ route }) => route.method === 'GET')) {
      if (route.path === '/v1/events' || route.path === '/v1/message/send') continue;
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '0'.repeat(24));
      const headers = { authorization: `token ${installation.token}` };
      expectNoTrace(title, await (await fetch(installation.url + path, { headers })).text());
    }
    ending.abort();
    await listening;
    expectNoTrace('the events', JSON.stringify(heard));
    const dump = await promisify(execFile)('pg_dump', [backing.postgres.url], { maxBuffer: 2 ** 28 });
    expect(dump.stdout).toContain('the key is ***');
    expectNoTrace('the dump', dump.stdout);
    await installation.server.stop();
    expect(installation.server.output).toContain('/v1/secrets/API_KEY');
    expectNoTrace("the server's log", installation.server.output);
    await installation.startServer();
  }, 40_000);

  it('is set, used and removed on the command line, and never shown', async () => {
    await drover.run(['secrets', 'set', 'PIN'], { input: 'hunter22\n' });
    const args = ['exec', '-c', 'console.log(drover.env.pin, drover.env.pin.length)', '--device', 'all'];
    const used = await drover.run([...args, '--secret', 'pin=PIN']);
    expect(used).toMatchObject({ code: 0, out: expect.stringContaining('*** 8') });
    const listed = await drover.run(['secrets']);
    expect(listed.out).toMatch(/^NAME +SET\nPIN +/);
    expect(await drover.run(['secrets', 'rm', 'PIN'])).toMatchObject({ code: 0, out: 'Removed PIN.\n' });
    const unknown = await drover.run([...args, '--secret', 'pin=PIN']);
    expect(unknown).toMatchObject({ code: 5, err: expect.stringContaining('vars.pin') });
  });
});
