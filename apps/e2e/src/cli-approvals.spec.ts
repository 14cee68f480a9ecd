import { Drover, type Approval, type Page } from '@drover/sdk';
import { Installation } from '@drover/test-installation';
import { CommandLine } from './testing/command-line';

let installation: Installation;
/** The command line with a token of the workspace, and with the tokens of an owner and an editor. */
let drover: CommandLine;
let owner: NodeJS.ProcessEnv;
let editor: NodeJS.ProcessEnv;

beforeAll(async () => {
  installation = await Installation.start();
  drover = await CommandLine.open(installation);
  await installation.startAgents('Kitchen', 'Workshop');
  owner = await join('Grace', 'admin');
  editor = await join('Edsger', 'editor');
  await installation.createScript('console.log("hello")');
});
afterAll(() => installation?.close());

/** Adds a person to the workspace, and returns the environment with a token of the person. */
async function join(name: string, role: 'admin' | 'editor'): Promise<NodeJS.ProcessEnv> {
  const { token } = await installation.drover.invitations.create({ role });
  const email = `${name.toLowerCase()}@example.org`;
  const person = { token, name, email, password: 'battery staple' };
  const { response } = await new Drover({ baseUrl: installation.url }).invitations
    .accept(person)
    .withResponse();
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const created = await fetch(`${installation.url}/v1/tokens`, {
    method: 'POST',
    headers: { cookie, origin: installation.url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'cli' }),
  });
  const body = (await created.json()) as { token: string };
  return { DROVER_TOKEN: body.token };
}

const approvals = (args: string[], env: NodeJS.ProcessEnv) => drover.run(['approvals', ...args], { env });

async function pending(): Promise<Approval[]> {
  const { out } = await approvals(['ls', '--json'], owner);
  return (JSON.parse(out) as Page<Approval>).items;
}

describe('drover approvals', () => {
  it('sets what needs approval', async () => {
    const { code, out } = await drover.run(['approvals', 'rules', '--max-devices', '1', '--schedules']);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/than +1\nSchedules +yes\n/) });
    expect(await approvals(['rules', '--max-devices', 'any'], owner)).toMatchObject({ code: 4 });
  });

  it('says that a run waits for approval, and starts it once it is approved', async () => {
    const run = await drover.run(['run', 'story', '--device', 'all'], { env: editor });
    expect(run).toMatchObject({
      code: 5,
      err: expect.stringContaining('needs the approval of another member, which was asked for'),
    });
    const [{ _id }] = await pending();
    expect(run.err).toContain(`drover approvals show ${_id}`);
    expect((await approvals([], owner)).out).toMatch(/^ID .*\n[0-9a-f]{24} +run story +pending +2 +Edsger/);
    expect((await approvals(['show', _id], owner)).out).toMatch(
      /Devices +(Kitchen, Workshop|Workshop, Kitchen)\n/,
    );
    expect(await approvals(['approve', _id], editor)).toMatchObject({ code: 4 });
    const approved = await approvals(['approve', _id, '--note', 'Go'], owner);
    expect(approved.out).toMatch(/^Approved: run story\. Job [0-9a-f]{24} has started\.\n$/);
    const { items } = await installation.drover.jobs.list();
    await installation.drover.jobs.wait(items[0]._id);
    expect(await pending()).toEqual([]);
  });

  it('declines with a reason, and withdraws', async () => {
    const ask = () => drover.run(['exec', '-c', 'console.log(1)', '--device', 'all'], { env: editor });
    await ask();
    const [first] = await pending();
    expect((await approvals([], owner)).out).toMatch(/[0-9a-f]{24} +run code +pending +2 +Edsger/);
    expect(await approvals(['decline', first._id], owner)).toMatchObject({ code: 2 });
    expect(await approvals(['decline', first._id, '--note', 'Not now'], owner)).toMatchObject({
      code: 0,
      out: 'Declined.\n',
    });
    expect((await approvals(['show', first._id], editor)).out).toMatch(/Note +Not now[^]*console\.log\(1\)/);
    await ask();
    const [second] = await pending();
    expect(await approvals(['withdraw', second._id], editor)).toMatchObject({ out: 'Withdrawn.\n' });
    expect(await pending()).toEqual([]);
  });
});
