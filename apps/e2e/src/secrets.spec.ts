import { routes } from '@drover/contract/routes';
import type { Device } from '@drover/sdk';
import { Installation } from '@drover/test-installation';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeWithBackingServices, startBackingServices } from './testing/backing-services';
import { CommandLine } from './testing/command-line';

const value = 'Tr0ub4dor & "drei" +/=?';

/** A script that leaks its secret in every possible way. */
const leakingCode = `
const { key, deep } = drover.env;
console.log('the key is', key, drover.env);
console.error(JSON.stringify({ key }));
process.stdout.write(encodeURIComponent(deep.list[0]) + '\\n');
console.log('Basic ' + Buffer.from('user:' + key).toString('base64'));
drover.postMessage('posted ' + key, { data: { title: key, attachments: [{ type: 'json', data: { key: [key] } }] } });
throw new Error('it does not fit: ' + key);
`;

/** Encodings in which an unmasked value could appear. */
const leaks = [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').slice(0, 24),
  Buffer.from(`user:${value}`).toString('base64').slice(8, 28),
  Buffer.from(value).toString('hex'),
  'Tr0ub4dor',
];

function expectNoLeak(source: string, text: string) {
  expect({ source, found: leaks.filter((leak) => text.includes(leak)) }).toEqual({ source, found: [] });
}

/** Collects the events of a stream until it is aborted. */
async function collectEvents(stream: AsyncIterable<unknown>, events: unknown[]): Promise<void> {
  try {
    for await (const event of stream) events.push(event);
  } catch {
    // The test has aborted the stream.
  }
}

let backing: Awaited<ReturnType<typeof startBackingServices>>;
let installation: Installation;
let drover: CommandLine;
let device: Device;

describeWithBackingServices('a secret', () => {
  beforeAll(async () => {
    backing = await startBackingServices();
    const env = { ...backing.env, DROVER_SECRET_KEY: '5e'.repeat(32), LOG_LEVEL: 'trace' };
    installation = await Installation.start({ env });
    ({ device } = await installation.startAgent('box'));
    drover = await CommandLine.open(installation);
  });
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it('reaches its script, and appears in no response, event, log or database dump', async () => {
    const events: unknown[] = [];
    const abort = new AbortController();
    let listening = Promise.resolve();
    await new Promise<void>((onOpen) => {
      listening = collectEvents(
        installation.drover.events.stream({}, { signal: abort.signal, onOpen }),
        events,
      );
    });

    expect(await drover.run(['secrets', 'set', 'API_KEY'], { input: `${value}\n` })).toMatchObject({
      code: 0,
    });
    const reference = { $secret: 'API_KEY' };
    const job = await installation.drover.jobs.create({
      code: leakingCode,
      devices: [device],
      vars: { key: reference, deep: { list: [reference] } },
    });
    const [run] = await installation.drover.jobs.wait(job._id);
    expect(run).toMatchObject({ state: 'failed', reason: expect.stringContaining('it does not fit: ***') });
    const log = (await installation.readLog(run)).join('\n');
    expect(log).toContain('the key is ***');
    expect(log).toContain('{"key":"***"}');
    const { items } = await installation.drover.messages.list();
    expect(items).toMatchObject([
      { title: '***', text: 'posted ***', attachments: [{ type: 'json', data: { key: ['***'] } }] },
    ]);
    expect(JSON.stringify(events)).toContain('the key is ***');

    const ids: Record<string, string> = { jobId: job._id, runId: run._id, deviceId: device._id };
    for (const { route, title } of routes.filter(({ route }) => route.method === 'GET')) {
      if (route.path === '/v1/events' || route.path === '/v1/message/send') continue;
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '0'.repeat(24));
      const headers = { authorization: `token ${installation.token}` };
      expectNoLeak(title, await (await fetch(installation.url + path, { headers })).text());
    }
    abort.abort();
    await listening;
    expectNoLeak('the events', JSON.stringify(events));
    const dump = await promisify(execFile)('pg_dump', [backing.postgres.url], { maxBuffer: 2 ** 28 });
    expect(dump.stdout).toContain('the key is ***');
    expectNoLeak('the dump', dump.stdout);
    await installation.server.stop();
    expect(installation.server.output).toContain('/v1/secrets/API_KEY');
    expectNoLeak("the server's log", installation.server.output);
    await installation.startServer();
  });

  it('is set, used and deleted on the command line, and never shown', async () => {
    await drover.run(['secrets', 'set', 'PIN'], { input: 'hunter22\n' });
    const args = ['exec', '-c', 'console.log(drover.env.pin, drover.env.pin.length)', '--device', 'all'];
    const used = await drover.run([...args, '--secret', 'pin=PIN']);
    expect(used).toMatchObject({ code: 0, out: expect.stringContaining('*** 8') });
    const listed = await drover.run(['secrets']);
    expect(listed.out).toMatch(/^NAME +USED BY +LAST USED +UPDATED\nPIN +/);
    expect(await drover.run(['secrets', 'rm', 'PIN'])).toMatchObject({ code: 0, out: 'Deleted PIN.\n' });
    const unknown = await drover.run([...args, '--secret', 'pin=PIN']);
    expect(unknown).toMatchObject({ code: 5, err: expect.stringContaining('vars.pin') });
  });
});
