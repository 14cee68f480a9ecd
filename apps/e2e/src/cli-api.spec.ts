import type { Device, ErrorBody, Page, Run } from '@drover/sdk';
import { eventually, Installation, type Program } from '@drover/test-installation';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandLine } from './testing/command-line';

let installation: Installation;
let drover: CommandLine;
let box: Device;

beforeAll(async () => {
  installation = await Installation.start();
  drover = await CommandLine.open(installation);
  ({ device: box } = await installation.startAgent('盒子'));
});
afterAll(() => installation?.close());

const waitForOutput = (program: Program, part: string) =>
  eventually(
    async () => program.output,
    (output) => output.includes(part),
  );

/** Ends a program that runs until Ctrl-C. Returns its exit code. */
async function interrupt(program: Program): Promise<number | null> {
  program.process.kill('SIGINT');
  return program.waitForExit();
}

describe('contexts', () => {
  const env = () => ({ XDG_CONFIG_HOME: join(drover.folder, 'contexts'), DROVER_URL: '', DROVER_TOKEN: '' });
  const run = (...args: string[]) => drover.run(args, { env: env() });

  it('keep several accounts, of which a command uses the current or the named one', async () => {
    const { token } = await installation.drover.tokens.create({ name: 'reader', scopes: ['read'] });
    const login = ['login', installation.url, '--token'];
    expect(await run(...login, installation.token, '--context', 'owner')).toMatchObject({ code: 0, err: '' });
    expect(await run(...login, token, '--context', 'reader')).toMatchObject({ code: 0, err: '' });
    expect((await run('contexts')).out).toMatch(/^\* +reader +http/m);
    expect((await run('whoami')).out).toMatch(/^Token +reader\nScopes +read$/m);
    expect(await run('audit', '--context', 'owner')).toMatchObject({ code: 0 });
    expect(await run('audit')).toMatchObject({ code: 4, err: expect.stringContaining('scope') });
    expect(await run('contexts', 'use', 'owner')).toMatchObject({ code: 0 });
    expect(await run('audit')).toMatchObject({ code: 0 });
    const ofVariable = await drover.run(['whoami', '--jq', '.context'], {
      env: { ...env(), DROVER_CONTEXT: 'reader' },
    });
    expect(ofVariable.out).toBe('reader\n');
  });

  it('report a missing context and one that was signed out', async () => {
    expect(await run('devices', '--context', 'none')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Contexts: owner, reader.'),
    });
    expect(await run('logout', '--keep-token')).toMatchObject({
      code: 0,
      out: 'Signed out. Deleted the context owner.\n',
    });
    expect(await run('devices')).toMatchObject({
      code: 4,
      err: expect.stringContaining('drover contexts use'),
    });
  });

  it('revoke their access token when they are signed out', async () => {
    const { token } = await installation.drover.tokens.create({ name: 'temporary' });
    const readAccount = () =>
      fetch(`${installation.url}/v1/account`, { headers: { authorization: `token ${token}` } });
    await run('login', installation.url, '--token', token, '--context', 'temporary');
    expect((await readAccount()).status).toBe(200);
    expect(await run('logout')).toMatchObject({ code: 0, err: '' });
    expect((await readAccount()).status).toBe(401);
  });
});

describe('drover api', () => {
  it('reads and changes records', async () => {
    expect(await drover.run(['api', '/v1/devices', '--jq', '.items[].name'])).toMatchObject({
      out: '盒子\n',
    });
    const change = ['api', '-X', 'put', `v1/devices/${box._id}`, '-f', 'name=门口', '-f', 'tags[]=lab', '-i'];
    const changed = await drover.run(change);
    expect(changed).toMatchObject({ code: 0, err: '' });
    expect(changed.out).toMatch(/^HTTP\/1\.1 204 No Content\n/);
    expect(changed.out).toMatch(/^x-request-id: \w+$/m);
    expect(await installation.drover.devices.get(box._id)).toMatchObject({ name: '门口', tags: ['lab'] });
    await installation.drover.devices.update(box._id, { name: '盒子', tags: [] });
  });

  it('sends a file, and reads all pages', async () => {
    const job = { code: 'console.log(1)', selector: { all: true } };
    await writeFile(join(drover.folder, 'job.json'), JSON.stringify(job));
    const create = ['api', '/v1/jobs', '-H', 'Idempotency-Key: once', '--jq', '._id'];
    const { out: id } = await drover.run([...create, '--input', 'job.json']);
    const again = await drover.run([...create, '--input', '-'], { input: JSON.stringify(job) });
    expect(again.out).toBe(id);
    await drover.run(['api', '/v1/jobs', '-f', 'code=1', '-F', 'selector[all]=true']);
    const pages = await drover.run(['api', '/v1/runs?limit=1', '--paginate', '--debug']);
    expect(JSON.parse(pages.out) as Page<Run>).toMatchObject({ count: 2, items: [{}, {}] });
    expect(pages.err.match(/^← 200 GET http:\S+\/v1\/runs +\d+ ms +\w+$/gm)).toHaveLength(2);
    expect(pages.err).not.toContain('hmp_');
  });

  it('prints errors, and exits like other commands', async () => {
    const missing = await drover.run(['api', `/v1/runs/${'0'.repeat(24)}`, '--jq', '.state']);
    expect(missing.code).toBe(5);
    expect(JSON.parse(missing.out) as ErrorBody).toMatchObject({ code: 1000 });
    expect(await drover.run(['api', '/v1/devices'], { env: { DROVER_TOKEN: 'hmp_0' } })).toMatchObject({
      code: 4,
    });
    expect(await drover.run(['api', '/v1/jobs', '-f', 'nothing'])).toMatchObject({ code: 2, out: '' });
    expect(await drover.run(['api', '/v1/devices', '--url', 'http://127.0.0.1:9'])).toMatchObject({
      code: 4,
    });
    const unreachable = { DROVER_URL: 'http://127.0.0.1:9' };
    expect(await drover.run(['api', '/v1/devices'], { env: unreachable })).toMatchObject({
      code: 3,
      out: '',
    });
  });

  it('sends the access token to no other server', async () => {
    for (const url of [
      'https://example.org/v1/devices',
      `${installation.url.replace(/:\d+$/, '.example.org')}/v1/devices`,
    ]) {
      const refused = await drover.run(['api', url]);
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('is not a route of') });
    }
  });
});

describe('drover events', () => {
  it('prints a line per event, and ends with Ctrl-C', async () => {
    const events = drover.start('events', '--type', 'run,log');
    const filtered = drover.start('events', '--type', 'run', '--jq', '.run.state');
    // The streams are open once they print an event.
    await eventually(
      async () => {
        await drover.run(['exec', '-c', 'console.log("seen")', '--device', box._id]);
        return [events.output, filtered.output];
      },
      (outputs) => outputs.every((output) => output.includes('succeeded')),
    );
    expect(events.output).toMatch(/^\d{4}-\S+Z {2}log {7}盒子 │ seen$/m);
    expect(events.output).toMatch(/^\S+ {2}run {7}[0-9a-f]{24} on 盒子: succeeded$/m);
    expect(filtered.output).toMatch(/^(queued|running|succeeded)\n/);
    expect([await interrupt(events), await interrupt(filtered)]).toEqual([0, 0]);
  });
});

it('drover events reports a server that cannot be reached', async () => {
  const events = await drover.run(['events'], { env: { DROVER_URL: 'http://127.0.0.1:9' } });
  expect(events).toMatchObject({ code: 3, out: '', err: expect.stringContaining('cannot be reached') });
});

describe('--watch', () => {
  it('prints the devices, then those that change', async () => {
    const watch = drover.start('devices', '--watch');
    await waitForOutput(watch, '盒子');
    await eventually(
      async () => {
        await installation.drover.devices.update(box._id, { tags: [] });
        await installation.drover.devices.update(box._id, { tags: ['watched'] });
        return watch.output;
      },
      (output) => output.includes('watched'),
    );
    expect(watch.output).not.toContain('\x1b');
    expect(watch.output.match(/^NAME/gm)).toHaveLength(1);
    expect(await interrupt(watch)).toBe(0);
  });

  it('waits for a job, and exits with 1 if a run failed', async () => {
    const { out } = await drover.run([
      'exec',
      '-c',
      'throw 1',
      '--device',
      box._id,
      '--detach',
      '--jq',
      '._id',
    ]);
    const watched = await drover.run(['jobs', out.trim(), '--watch']);
    expect(watched).toMatchObject({ code: 1, out: expect.stringMatching(/^盒子 +failed/m) });
    const failed = await drover.run(['runs', '--state', 'failed', '--json', 'deviceName,state']);
    expect(JSON.parse(failed.out)).toEqual({ count: 1, items: [{ deviceName: '盒子', state: 'failed' }] });
  });

  it('lists runs and jobs by several filters', async () => {
    await writeFile(join(drover.folder, 'filtered.js'), 'process.exit(3)');
    await drover.run(['push', 'filtered.js']);
    await drover.run(['run', 'filtered', '--device', box._id, '--wait']);
    const filter = ['--script', 'filtered', '--state', 'failed,lost', '--since', '1h'];
    const runs = ['runs', ...filter, '--device', '盒子', '--exit-code', '3', '--json', 'exitCode,state'];
    expect(JSON.parse((await drover.run(runs)).out)).toEqual({
      count: 1,
      items: [{ exitCode: 3, state: 'failed' }],
    });
    const jobs = ['jobs', ...filter, '--kind', 'devscript', '--trigger', 'token', '--jq', '.total'];
    expect((await drover.run(jobs)).out).toBe('1\n');
    const named = (name: string) => drover.run(['jobs', '--name', name, '--jq', '.items[].name']);
    expect((await named('FILTER')).out).toBe('filtered\n');
    expect((await named('no such name')).out).toBe('');
    expect((await drover.run([...jobs.slice(0, -2), '--until', '1h'])).out).toBe('No jobs match.\n');
    const failures = ['failures', '--script', 'filtered', '--jq', '.items[] | .exitCode'];
    expect((await drover.run(failures)).out).toBe('3\n');
    expect(await drover.run(['runs', '--state', 'failed,broken'])).toMatchObject({ code: 2, out: '' });
    expect(await drover.run(['runs', '--since', 'yesterday'])).toMatchObject({ code: 2, out: '' });
  });
});

describe('a script whose form has rules', () => {
  const config = [{ name: 'city', type: 'text', label: 'City', validation: 'required' }];

  it('does not run without the values, unless the request skips the validation', async () => {
    await writeFile(join(drover.folder, 'form.js'), 'console.log(typeof drover.env.city)');
    await writeFile(join(drover.folder, 'form.json'), JSON.stringify(config));
    await drover.run(['push', 'form.js', '--config', 'form.json']);
    const run = ['run', 'form', '--device', box._id];
    const refused = await drover.run(run);
    expect(refused).toMatchObject({ code: 5, out: '' });
    expect(refused.err).toContain('  city: City is required\n');
    expect(refused.err).toContain('--skip-validation');
    expect(await drover.run([...run, '--vars', 'city=大理', '--wait'])).toMatchObject({ code: 0 });
    expect(await drover.run([...run, '--skip-validation', '--wait'])).toMatchObject({ code: 0 });
    const schedule = ['schedules', 'create', 'Daily', 'form', '--device', box._id, '--every', '60m'];
    expect(await drover.run(schedule)).toMatchObject({ code: 5, err: expect.stringContaining('city: ') });
    expect(await drover.run([...schedule, '--skip-validation', '--paused'])).toMatchObject({ code: 0 });
  });
});

describe('other commands', () => {
  it('show a device, the account, the usage and help', async () => {
    expect((await drover.run(['devices', 'show', '盒子'])).out).toMatch(/^Name +盒子\nState +online$/m);
    expect((await drover.run(['usage'])).out).toMatch(/^Used +\d+\nLimit +none$/m);
    expect((await drover.run(['help', 'devices', 'show'])).out).toMatch(/^Usage: drover devices show /);
    expect(await drover.run(['help', 'devicez'])).toMatchObject({ code: 2, out: '' });
    const create = ['accounts', 'create', 'new@example.org', '--password-stdin', '--jq', '.email'];
    expect(await drover.run(create, { input: 'correct horse\n' })).toMatchObject({
      out: 'new@example.org\n',
    });
  });

  it('filter the audit log', async () => {
    await drover.run(['devices', 'rename', '盒子', '审计']);
    await drover.run(['devices', 'rename', '审计', '盒子']);
    const audit = [
      'audit',
      '--action',
      'device.update',
      '--target',
      box._id,
      '--since',
      '1h',
      '--limit',
      '2',
    ];
    // Entries are written after the response.
    await eventually(
      () => drover.run([...audit, '--jq', '.items[] | .action']),
      ({ out }) => out === 'device.update\ndevice.update\n',
    );
    expect((await drover.run(['audit', '--action', 'nothing'])).out).toBe('No changes match.\n');
  });

  it('reject a field that does not exist, and a filter that is not valid', async () => {
    const unknown = await drover.run(['devices', '--json', 'nmae']);
    expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Fields: _id, online') });
    expect(await drover.run(['devices', '--jq', '.['])).toMatchObject({ code: 2, out: '' });
  });
});
