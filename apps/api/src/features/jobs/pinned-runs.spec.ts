import { REASONS, type Job, type Run, type RunOrder } from '@drover/contract';
import { newId } from '../../database/ids';
import { transact } from '../../database/transaction';
import { finishReleased, finishRuns, type Outcome } from '../../testing/finish-runs';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { publishScript } from '../../testing/test-devscript';
import { TestGit } from '../../testing/test-git';
import { createMember } from '../../testing/test-members';
import { connectRepository, type TestRepository } from '../../testing/test-repository';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { buildOccurrenceJob } from '../schedules/start';
import { insertJob, type NewJob } from './create-job';

let server: TestServer;
let owner: TestAccount;
let git: TestGit;
let canary: TestDevice;
let stable: TestDevice;
let groupId: string;
let repository: TestRepository;
let scriptId: string;

const project = (text: string, form: object[] = []) => ({
  'drover.json': '{ "name": "one", "entry": "main.ts", "config": "form.json", "result": "result.json" }',
  'main.ts': `const text: string = '${text}';\nconsole.log(text);\n`,
  'form.json': JSON.stringify(form),
  'result.json': JSON.stringify({ type: 'object', required: [text] }),
});
const field = (value: string) => [{ name: 'city', type: 'text', label: 'City', value }];

beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  git = await new TestGit().start();
  canary = await createDevice(server, owner, { name: 'canary', tags: ['canary'] });
  stable = await createDevice(server, owner, { name: 'stable' });
  groupId = await createGroup({ devices: [canary._id] });
  git.commit(project('main', field('Dali')));
  git.commit(project('next', field('Lijiang')), 'next');
  repository = await connectRepository(owner, { url: git.url, pins: [{ ref: 'next', groupId }] });
  await repository.synced();
  const { body } = await owner.as.get('/v1/devscripts').expect(200);
  scriptId = body.items[0]._id;
});
afterEach(() => git.close());

async function createGroup(group: object): Promise<string> {
  const { body } = await owner.as
    .post('/v1/device-groups')
    .send({ name: `Group ${Math.random()}`, ...group })
    .expect(201);
  return body._id;
}

const start = async (request: object = {}): Promise<Job> => {
  const body = { scriptId, selector: { all: true }, ...request };
  return (await owner.as.post('/v1/jobs').send(body).expect(201)).body;
};
const runsOf = async (jobId: string): Promise<Run[]> =>
  (await owner.as.get('/v1/runs').query({ jobId }).expect(200)).body.items;
const runOf = async (jobId: string, device: TestDevice): Promise<Run> =>
  (await runsOf(jobId)).find(({ deviceId }) => deviceId === device._id) as Run;

/** Ends the runs of a job. Returns what each device got. */
async function finish(jobId: string, outcome?: Outcome): Promise<{ canary: RunOrder; stable: RunOrder }> {
  const runs = await runsOf(jobId);
  const orders = await finishRuns(server, jobId, outcome);
  const of = (device: TestDevice) =>
    orders.find(({ runId }) => runs.some((run) => run._id === runId && run.deviceId === device._id));
  return { canary: of(canary) as RunOrder, stable: of(stable) as RunOrder };
}

describe('POST /v1/jobs', () => {
  it('runs a pinned branch on the devices of its group, and the current revision on others', async () => {
    const job = await start();
    const orders = await finish(job._id);
    expect(orders.canary).toMatchObject({ env: { city: 'Lijiang' } });
    expect(orders.canary.code).toContain('next');
    expect(orders.stable).toMatchObject({ env: { city: 'Dali' } });
    expect(orders.stable.code).toContain('main');
    expect(await runOf(job._id, canary)).toMatchObject({ pinned: { ref: 'next', revision: 2 } });
    expect(await runOf(job._id, stable)).toMatchObject({ pinned: null });
    expect(job.revision).toBe(1);
    git.commit(project('newer', field('Kunming')), 'next');
    await repository.sync();
    const second = await start();
    const newer = await finish(second._id);
    expect(newer.canary).toMatchObject({ env: { city: 'Kunming' } });
    expect(newer.canary.code).toContain('newer');
    expect(newer.stable.code).toContain('main');
  });

  it('sends it at once to a device that is connected', async () => {
    const [canaryLink, stableLink] = [await canary.connect(), await stable.connect()];
    await start({ vars: { city: 'Here' } });
    expect(await canaryLink.start()).toMatchObject({
      env: { city: 'Here' },
      code: expect.stringContaining('next'),
    });
    expect(await stableLink.start()).toMatchObject({ code: expect.stringContaining('main') });
    await Promise.all([canaryLink.close(), stableLink.close()]);
  });

  it('sends phones of the group the code for phones of the branch', async () => {
    const settings = '{ "name": "one", "entry": "main.ts", "engines": ["node", "phone"] }';
    for (const branch of ['main', 'next']) {
      git.commit({ 'drover.json': settings, 'main.ts': `console.log((() => '${branch}')());` }, branch);
    }
    await repository.sync();
    const links = [
      await canary.connect({ platform: 'android' }),
      await stable.connect({ platform: 'linux' }),
    ];
    await start();
    const [onPhone, onComputer] = [await links[0].start(), await links[1].start()];
    expect(onPhone.code).toMatch(/function.*next/s);
    expect(onComputer.code).toMatch(/=> "main"/);
    await Promise.all(links.map((link) => link.close()));
  });

  it('shows the code, the project, the positions and the result schema of the branch', async () => {
    const { _id } = await start();
    const { _id: runId } = await runOf(_id, canary);
    const link = await canary.connect();
    await link.start();
    await link.log(runId, ['    at one.js:2:1']);
    await link.finish(runId, { result: { next: 1 } });
    const read = async (path: string) => await owner.as.get(`/v1/runs/${runId}${path}`).expect(200);
    expect((await read('/code')).text).toContain('next');
    const { files } = (await read('/project')).body as { files: { path: string; text: string }[] };
    expect(files.find(({ path }) => path === 'main.ts')?.text).toContain('next');
    expect((await read('/result')).body).toMatchObject({ schemaProblem: null });
    expect((await read('/logs')).body.items[0].text).toContain('main.ts');
    await link.close();
    await finish(_id);
    const { _id: otherId } = await runOf(_id, stable);
    expect((await owner.as.get(`/v1/runs/${otherId}/code`)).text).toContain('main');
  });

  it('lets the first pin of a device win, and evaluates rules when the job is created', async () => {
    git.commit(project('beta'), 'beta');
    const tagged = await createGroup({ rule: { tag: 'canary' } });
    const pins = [{ ref: 'beta', groupId: tagged }, { ref: 'next', groupId }]; // prettier-ignore
    await owner.as.put(repository.path).send({ pins }).expect(204);
    await repository.sync();
    expect((await finish((await start())._id)).canary.code).toContain('beta');
    await owner.as
      .put(repository.path)
      .send({ pins: [...pins].reverse() })
      .expect(204);
    expect((await finish((await start())._id)).canary.code).toContain('next');
  });

  it('runs the current revision after the pin is removed', async () => {
    await owner.as.put(repository.path).send({ pins: [] }).expect(204);
    const { _id } = await start();
    expect((await finish(_id)).canary.code).toContain('main');
    expect(await runOf(_id, canary)).toMatchObject({ pinned: null });
  });

  it('does not change code in a request, and published scripts', async () => {
    const { script } = await publishScript(server, owner, { name: 'published', code: 'published()' });
    const code = await start({ scriptId: undefined, code: 'own()' });
    expect((await finish(code._id)).canary.code).toBe('own()');
    await owner.as.post(`/v1/scripts/${script._id}/library`);
    const job = await start({ scriptId: script._id });
    expect((await finish(job._id)).canary.code).toBe('published()');
  });

  it('checks values against the form of the branch, for its devices only', async () => {
    git.commit(project('next', [{ name: 'count', type: 'number', label: 'Count', max: 5 }]), 'next');
    await repository.sync();
    const vars = { count: 9 };
    const body = { scriptId, vars };
    await owner.as
      .post('/v1/jobs')
      .send({ ...body, selector: { all: true } })
      .expect(422);
    await owner.as.post('/v1/jobs').send({ ...body, devices: [{ _id: stable._id }] }).expect(201); // prettier-ignore
    await owner.as.post('/v1/jobs').send({ ...body, selector: { all: true }, skipValidation: true }).expect(201); // prettier-ignore
    const run = { vars, devices: [canary, stable].map(({ _id }) => ({ _id })) };
    const { headers } = await owner.as.post(`/v1/devscripts/${scriptId}/run`).send(run).expect(204);
    const jobId = headers.location.split('/').pop() as string;
    const linesOf = async (device: TestDevice) => {
      const { _id } = await runOf(jobId, device);
      return (await owner.as.get(`/v1/runs/${_id}/logs`).expect(200)).body.items;
    };
    expect(await linesOf(canary)).toMatchObject([{ level: 'warn' }]);
    expect(await linesOf(stable)).toEqual([]);
  });

  it('runs later attempts with the same branch', async () => {
    const { _id } = await start({ retry: { attempts: 2, delaySeconds: 1 } });
    await finish(_id, () => 'failed');
    const retried = (await runsOf(_id)).filter(({ attempt }) => attempt === 2);
    expect(retried.map(({ pinned }) => pinned?.ref ?? null).sort()).toEqual(['next', null].sort());
  });
});

describe('POST /v1/jobs/:jobId/rerun', () => {
  const rerun = async (jobId: string, body: object): Promise<Job> =>
    (await owner.as.post(`/v1/jobs/${jobId}/rerun`).send(body).expect(201)).body;

  it('runs on each device what it ran, or what it would run now', async () => {
    const { _id } = await start();
    await finish(_id, () => 'failed');
    git.commit(project('newer'), 'next');
    await repository.sync();
    await owner.as.put(repository.path).send({ pins: [] }).expect(204);
    const same = await rerun(_id, { which: 'all' });
    const former = await finish(same._id);
    expect(former.canary).toMatchObject({ env: { city: 'Lijiang' } });
    expect([former.canary.code?.includes('next'), former.stable.code?.includes('main')]).toEqual([
      true,
      true,
    ]);
    expect(await runOf(same._id, canary)).toMatchObject({ pinned: { ref: 'next', revision: 2 } });
    const current = await rerun(_id, { which: 'all', code: 'current' });
    expect((await finish(current._id)).canary.code).toContain('main');
  });
});

describe('PUT /v1/jobs/:jobId/rollout', () => {
  it('gives held runs the newest revision of their branch, and keeps that of earlier runs', async () => {
    const other = await createDevice(server, owner, { name: 'other' });
    await owner.as.put(`/v1/device-groups/${groupId}`).send({ devices: [canary._id, other._id] });
    const devices = [canary, other, stable].map(({ _id }) => ({ _id }));
    const rollout = { waves: [1], stopAfterFailedPercent: 0 };
    const { _id } = await start({ rollout, devices, selector: undefined });
    expect((await finishReleased(server, _id, () => 'failed'))[0].code).toContain('next');
    git.commit(project('newer', field('Kunming')), 'next');
    git.commit(project('main 2', field('Dali')));
    await repository.sync();
    const change = { state: 'running', code: 'current' };
    await owner.as.put(`/v1/jobs/${_id}/rollout`).send(change).expect(204);
    const orders = await finishReleased(server, _id);
    const codes = orders.map(({ code = '' }) =>
      /'(newer|main 2|next|main)'|"(newer|main 2|next|main)"/.exec(code)?.[0].slice(1, -1),
    );
    expect(codes.sort()).toEqual(['main 2', 'newer']);
    expect(await runOf(_id, canary)).toMatchObject({ pinned: { ref: 'next', revision: 2 } });
    expect((await runOf(_id, other)).pinned?.revision).toBeGreaterThan(2);
    const { _id: runId } = await runOf(_id, canary);
    expect((await owner.as.get(`/v1/runs/${runId}/code`).expect(200)).text).toContain('next');
  });
});

describe('secrets of a pinned branch', () => {
  it('fills in a secret that only the branch names, and masks it', async () => {
    await owner.as.put('/v1/secrets/PASSWORD').send({ value: 'hush-hush' });
    const form = [{ name: 'city', type: 'text', label: 'City', value: { $secret: 'PASSWORD' } }];
    git.commit(project('next', form), 'next');
    await repository.sync();
    const { _id } = await start({ skipValidation: true });
    const link = await canary.connect();
    const order = await link.start();
    expect(order).toMatchObject({ hasSecrets: true, env: { city: 'hush-hush' } });
    await link.log(order.runId, ['it is hush-hush']);
    await link.finish(order.runId);
    await link.close();
    const { body } = await owner.as.get(`/v1/runs/${order.runId}/logs`).expect(200);
    expect(body.items[0].text).not.toContain('hush-hush');
    expect((await finish(_id)).stable).toMatchObject({ env: { city: 'Dali' } });
  });
});

describe('POST /v1/approvals/:approvalId/approve', () => {
  it('shows the branches, and runs them as they were when it was asked for', async () => {
    const admin = await createMember(server, owner, 'owner');
    const editor = await createMember(server, owner, 'editor');
    await admin.as.put('/v1/approvals/rules').send({ maxDevices: 0 }).expect(204);
    const body = { scriptId, selector: { all: true } };
    const { approvalId } = (await editor.as.post('/v1/jobs').send(body).expect(409)).body;
    git.commit(project('newer'), 'next');
    await repository.sync();
    const { request } = (await admin.as.get(`/v1/approvals/${approvalId}`).expect(200)).body;
    expect(request).toMatchObject({ revision: 1, pinned: [{ ref: 'next', revision: 2 }] });
    const answer = await admin.as.post(`/v1/approvals/${approvalId}/approve`).send({}).expect(200);
    const orders = await finish(answer.body.jobId);
    expect(orders.canary.code).toContain('next');
    expect(orders.stable.code).toContain('main');
  });

  it('lets a schedule start no code of a branch that was not approved', async () => {
    const { context } = server;
    const { codeSha256: approvedCodeSha256 } = await context.prisma.revision.findFirstOrThrow({
      where: { devscriptId: scriptId, ref: null },
    });
    const occurrence = async (devices: TestDevice[]) => {
      const job = { scriptId, devices: devices.map(({ _id }) => ({ _id })) };
      const schedule = { id: newId(), accountId: owner.accountId, job, approvedCodeSha256 };
      const prepared = (await buildOccurrenceJob(context, schedule)) as NewJob;
      return transact(context.pool, (client) => insertJob(client, prepared));
    };
    await expect(occurrence([stable, canary])).rejects.toThrow(REASONS.script_not_approved);
    await expect(occurrence([stable])).resolves.toMatchObject({ isNew: true });
  });
});
