import type { Device, Job, Page, Run, Script } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CommandLine, itOnTerminal } from './testing/command-line';

let installation: Installation;
let drover: CommandLine;
let box: Device;

beforeAll(async () => {
  installation = await Installation.start({ env: { DROVER_WEBHOOK_PRIVATE: 'allow' } });
  drover = await CommandLine.open(installation);
  [box] = await installation.startAgents('盒子', 'Front desk');
});
afterAll(() => installation?.close());

const write = (name: string, text: string) => writeFile(join(drover.folder, name), text);

describe('drover exec', () => {
  it('runs code from standard input and prints the log lines of every device', async () => {
    const input = 'console.log(drover.env.city, drover.env.rounds + 1);\nconsole.warn("two\\nlines");';
    const vars = ['--vars', 'city=大理', '--vars', 'rounds:=2'];
    const { code, out, err } = await drover.run(['exec', '--device', 'all', ...vars], { input });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const name of ['Front desk', '盒子      ']) {
      expect(out).toContain(`${name} │ 大理 3\n`);
      expect(out).toContain(`${name} │ two\n`);
    }
    expect(out).toMatch(/\n2 succeeded\n$/);
  });

  it('exits with 1 if a run fails, and shows the location in the local file', async () => {
    await write('broken.js', '\n  null.x;\n');
    const { code, out } = await drover.run(['exec', '-f', 'broken.js', '--device', '盒子']);
    expect(code).toBe(1);
    expect(out).toContain('(broken.js:2:8)');
    expect(out).toMatch(/\n1 failed\n$/);
  });

  it('prints events as JSON lines', async () => {
    const { out } = await drover.run(['exec', '-c', 'console.log(1)', '--device', box._id, '--json']);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'log',
        deviceId: box._id,
        lines: [expect.objectContaining({ text: '1' })],
      }),
    );
    expect(events.at(-1)).toMatchObject({ type: 'run', run: { state: 'succeeded' } });
  });
});

describe('drover push, run, logs, jobs, stop and publish', () => {
  it('takes a script from a local file to a published version', async () => {
    await write('greeting.js', 'console.log("hello", drover.env.city);');
    await write('form.json', '[{"name": "city", "type": "text", "value": "Paris"}]');
    expect(await drover.run(['push', 'greeting.js', '--config', 'form.json'])).toMatchObject({ code: 0 });
    expect(await drover.run(['push', 'greeting.js'])).toMatchObject({ code: 0 });
    expect((await installation.drover.devscripts.list({ name: 'greeting' })).count).toBe(1);

    const runs = await drover.runJson<Page<Run>>('run', 'greeting', '--device', 'all', '--wait');
    expect(runs.items.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    const [{ jobId }] = runs.items;
    expect((await drover.run(['logs', jobId])).out).toContain('盒子       │ hello Paris\n');
    expect(await drover.runJson<Page<Job>>('jobs', '--limit', '1')).toMatchObject({
      items: [{ _id: jobId }],
    });
    expect((await drover.run(['jobs', jobId])).out).toMatch(/\n2 succeeded\n$/);

    const pending = await drover.run(['publish', 'greeting']);
    expect(pending).toMatchObject({ code: 1, err: expect.stringContaining('is waiting for review') });
    const script = await drover.runJson<Script>('publish', 'greeting', '--approve');
    expect(script).toMatchObject({ name: 'greeting', version: '1.0.0' });
    const ambiguous = await drover.run(['run', 'greeting', '--device', 'all']);
    expect(ambiguous).toMatchObject({ code: 5, err: expect.stringContaining(`script:${script.slug}`) });
    const published = await drover.run(['run', `script:${script.slug}`, '--device', '盒子', '--follow']);
    expect(published).toMatchObject({ code: 0, out: expect.stringContaining('盒子 │ hello Paris\n') });
  });

  it('follows a run until another command stops it', async () => {
    await write('endless.js', 'console.log("begun"); setInterval(() => undefined, 1000);');
    await drover.run(['push', 'endless.js']);
    const { _id: jobId } = await drover.runJson<Job>('run', 'endless', '--device', '盒子');
    const logs = drover.start('logs', '-f', jobId);
    await eventually(
      async () => logs.output,
      (output) => output.includes('盒子 │ begun'),
    );
    expect(await drover.run(['stop', 'endless'])).toMatchObject({
      code: 0,
      out: 'Stopped endless on 1 device.\n',
    });
    expect(await logs.waitForExit()).toBe(1);
    expect(await installation.waitForRun(jobId, ['stopped'])).toMatchObject({ state: 'stopped' });
  });
});

describe('drover dev', () => {
  it('runs a file at each save, shows its locations, and stops the runs at the end', async () => {
    await write('watched.js', 'console.log("first");');
    const dev = drover.start('dev', 'watched.js', '--device', 'all');
    const waitForText = (text: string) =>
      eventually(
        async () => dev.output,
        (output) => output.includes(text),
      );
    await waitForText('盒子       │ first');
    await waitForText('2 succeeded');
    await write('watched.js', 'console.log("second");\n\nnull.x;');
    await waitForText('Front desk │ second');
    await waitForText('(watched.js:3:6)');
    await waitForText('2 failed');
    await write('watched.js', 'console.log("third"); setInterval(() => undefined, 1000);');
    await waitForText('盒子       │ third');
    await waitForText('Front desk │ third');
    dev.process.kill('SIGINT');
    expect(await dev.waitForExit()).toBe(0);
    await waitForText('2 stopped');
  });
});

describe('Ctrl-C on a terminal', () => {
  itOnTerminal('asks, and stops the runs', async () => {
    const terminal = drover.startOnTerminal(
      'exec',
      '-c',
      'console.error("begun"); sleep(60000);',
      '--device',
      'all',
    );
    await terminal.waitForText('2 running');
    await terminal.waitForText('\x1b[31mbegun');
    terminal.type('\x03');
    await terminal.waitForText('Stop the 2 open runs?');
    terminal.type('y');
    expect(await terminal.waitForExit()).toBe(130);
    expect(terminal.output).toContain('2 stopped');
  });

  itOnTerminal('lets the runs continue if the user declines', async () => {
    const terminal = drover.startOnTerminal('exec', '-c', 'sleep(60000);', '--device', '盒子');
    await terminal.waitForText('1 running');
    terminal.type('\x03');
    await terminal.waitForText('Stop the open run?');
    terminal.type('n');
    expect(await terminal.waitForExit()).toBe(130);
    const [, jobId = ''] = /drover jobs ([0-9a-f]{24})/.exec(terminal.output) ?? [];
    expect((await installation.drover.jobs.get(jobId)).counts).toMatchObject({ running: 1 });
    expect(await drover.run(['stop', jobId])).toMatchObject({ code: 0 });
  });
});

describe('drover schedules', () => {
  it('creates a schedule, shows it, runs it manually, pauses and deletes it', async () => {
    await write('round.js', 'console.log("round");');
    expect(await drover.run(['push', 'round.js'])).toMatchObject({ code: 0 });
    const create = ['schedules', 'create', 'Morning round', 'round', '--device', 'Front desk'];
    expect(await drover.run([...create, '--cron', '0 25 * * *'])).toMatchObject({
      code: 5,
      err: expect.stringContaining('when.cron'),
    });
    expect(await drover.run(create)).toMatchObject({ code: 2, err: expect.stringContaining('--every') });
    const made = await drover.run([...create, '--cron', '30 6 * * *', '--time-zone', 'Asia/Shanghai']);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/is due next at .* 22:30\.\n$/) });
    expect((await drover.run(['schedules'])).out).toMatch(/Morning round\s+30 6 \* \* \* \(Asia\/Shanghai\)/);

    const job = await drover.runJson<Job>('schedules', 'run', 'Morning round');
    expect(job).toMatchObject({ kind: 'devscript', name: 'round' });
    await installation.waitForRun(job._id, ['succeeded']);
    const shown = await drover.run(['schedules', 'show', 'Morning round']);
    expect(shown.out).toMatch(/\(manual\)\s+1 succeeded/);
    expect((await drover.run(['schedules', 'pause', 'Morning round'])).out).toBe(
      'Morning round is paused.\n',
    );
    expect((await drover.run(['schedules', 'resume', 'Morning round'])).out).toContain('is due next');
    expect(await drover.run(['schedules', 'rm', 'Morning round'])).toMatchObject({ code: 0 });
    expect((await drover.run(['schedules'])).out).toContain('No schedules');
  });
});

describe('drover webhooks', () => {
  it('sends a test delivery and lists deliveries', async () => {
    const target = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
    await once(target, 'listening');
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`;
    await installation.drover.webhooks.create({ url, events: ['job.finished'], name: 'Ours' });
    await drover.run(['exec', '-c', '1', '--device', 'Front desk']);
    expect(await drover.run(['webhooks', 'test', 'Ours'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Delivered: 204 in \d+ ms\.$/m),
    });
    await eventually(
      () => drover.run(['webhooks', 'deliveries', 'Ours']),
      ({ code, out }) => code === 0 && out.includes('job.finished'),
    );
    target.close();
  });
});
