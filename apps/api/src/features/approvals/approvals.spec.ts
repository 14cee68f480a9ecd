import {
  LIMITS,
  type Approval,
  type ApprovalDetails,
  type ApprovalList,
  type AuditEntry,
} from '@drover/contract';
import { newId } from '../../database/ids';
import { eventually } from '../../testing/eventually';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createDevscript, upload } from '../../testing/test-devscript';
import { createMember, type TestMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';
import { createWebhook } from '../../testing/test-webhook';
import { expireApprovals } from './expiry';

let server: TestServer;
let account: TestAccount;
let owner: TestMember;
let editor: TestMember;
let operator: TestMember;
let devices: TestDevice[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  account = await server.createAccount();
  owner = await createMember(server, account, 'owner');
  editor = await createMember(server, account, 'editor');
  operator = await createMember(server, account, 'operator');
  devices = [await createDevice(server, account), await createDevice(server, account)];
});

const setRules = (rules: object) => owner.as.put('/v1/approvals/rules').send(rules).expect(204);
const onAll = () => ({ devices: devices.map(({ _id }) => ({ _id })) });
const onOne = () => ({ devices: [{ _id: devices[0]._id }] });

/** Sends a request that needs approval, and returns the ID of the approval. */
async function ask(member: Pick<TestMember, 'as'>, path: string, body: object): Promise<string> {
  const answer = await member.as.post(path).send(body).expect(409);
  expect(answer.body).toMatchObject({ code: 1071, approvalId: expect.any(String) });
  return answer.body.approvalId;
}

const read = async (approvalId: string): Promise<ApprovalDetails> =>
  (await owner.as.get(`/v1/approvals/${approvalId}`).expect(200)).body;
const approve = (approvalId: string, body: object = {}) =>
  owner.as.post(`/v1/approvals/${approvalId}/approve`).send(body);
const jobsOf = async () => (await owner.as.get('/v1/jobs').expect(200)).body.items;

describe('PUT /v1/approvals/rules', () => {
  it('sets the rules, and leaves omitted fields unchanged', async () => {
    expect((await operator.as.get('/v1/approvals/rules').expect(200)).body).toEqual({
      maxDevices: null,
      schedules: false,
      groups: [],
    });
    const group = { name: 'Berlin', devices: [devices[0]._id] };
    const { _id } = (await owner.as.post('/v1/device-groups').send(group).expect(201)).body;
    await setRules({ maxDevices: 5 });
    await setRules({ schedules: true, groups: [_id] });
    expect((await operator.as.get('/v1/approvals/rules').expect(200)).body).toEqual({
      maxDevices: 5,
      schedules: true,
      groups: [_id],
    });
    const { body } = await owner.as.delete(`/v1/device-groups/${_id}`).expect(409);
    expect(body.message).toContain('the rules for approvals');
  });

  it('refuses admins, and groups that do not exist', async () => {
    const admin = await createMember(server, account, 'admin');
    await admin.as.put('/v1/approvals/rules').send({ maxDevices: null }).expect(403);
    await owner.as
      .put('/v1/approvals/rules')
      .send({ groups: [newId()] })
      .expect(404);
  });
});

describe('a run that needs approval', () => {
  it('goes after another member has approved it, as it was asked for', async () => {
    await setRules({ maxDevices: 1 });
    const devscript = await createDevscript(account);
    await operator.as.post(`/v1/devscripts/${devscript._id}/run`).send(onOne()).expect(204);
    const body = { ...onAll(), vars: { rounds: 3 } };
    const approvalId = await ask(operator, `/v1/devscripts/${devscript._id}/run`, body);
    expect(await jobsOf()).toHaveLength(1);
    const asked = await read(approvalId);
    expect(asked).toMatchObject({
      kind: 'run',
      jobKind: 'devscript',
      state: 'pending',
      reasons: ['devices'],
      devices: 2,
      askedBy: { personId: operator.personId },
      decidedBy: null,
      jobId: null,
      request: { kind: 'devscript', scriptId: devscript._id, vars: { rounds: 3 } },
      firstDevices: expect.arrayContaining(devices.map(({ _id }) => expect.objectContaining({ _id }))),
    });
    expect(Date.parse(asked.expiresAt) - Date.parse(asked.createdAt)).toBe(LIMITS.approvalSeconds * 1000);
    expect(Object.keys(asked.request).sort()).toEqual([
      'deliverWithin',
      'kind',
      'name',
      'revision',
      'scriptId',
      'vars',
      'version',
    ]);

    await upload(account, devscript._id, { code: 'log(2)' });
    const approved: Approval = (await approve(approvalId, { note: 'Go' }).expect(200)).body;
    expect(approved).toMatchObject({
      state: 'approved',
      note: 'Go',
      decidedBy: { personId: owner.personId },
      jobId: expect.any(String),
    });
    const job = (await owner.as.get(`/v1/jobs/${approved.jobId}`).expect(200)).body;
    expect(job).toMatchObject({ vars: { rounds: 3 }, counts: { queued: 2 }, trigger: { kind: 'token' } });
    const run = (await owner.as.get(`/v1/runs?jobId=${approved.jobId}`).expect(200)).body.items[0];
    expect((await owner.as.get(`/v1/runs/${run._id}/code`).expect(200)).text).toBe('log(1)');
    expect((await approve(approvalId).expect(409)).body.code).toBe(1105);
    expect(await jobsOf()).toHaveLength(2);
  });

  it.each([
    ['execute', '/v1/jobs', () => ({ code: 'log(1)', ...onAll() })],
    ['execute', '/v1/scripts/execute', () => ({ code: 'log(1)', ...onAll() })],
    ['execute', '/v1/jobs', () => ({ code: 'log(1)', selector: { all: true } })],
    ['update', '/v1/jobs/update', () => ({ selector: { all: true } })],
  ])('is asked for as %s by POST %s', async (jobKind, path, body) => {
    await setRules({ maxDevices: 1 });
    const approvalId = await ask(editor, path, body());
    expect((await read(approvalId)).jobKind).toBe(jobKind);
    const { jobId } = (await approve(approvalId).expect(200)).body;
    expect((await owner.as.get(`/v1/jobs/${jobId}`).expect(200)).body.counts.queued).toBe(2);
  });

  it('is asked for by presets, re-runs and schedules that a person starts', async () => {
    const job = { code: 'log(1)', ...onAll() };
    const preset = (
      await editor.as
        .post('/v1/presets')
        .send({ name: 'All', ...job })
        .expect(201)
    ).body;
    const first = (await editor.as.post('/v1/jobs').send(job).expect(201)).body;
    const when = { everyMinutes: 60 };
    const schedule = (await editor.as.post('/v1/schedules').send({ name: 'Often', when, job }).expect(201))
      .body;
    await setRules({ maxDevices: 1 });
    await ask(operator, `/v1/presets/${preset._id}/run`, {});
    await ask(operator, `/v1/jobs/${first._id}/rerun`, { which: 'all' });
    const approvalId = await ask(operator, `/v1/schedules/${schedule._id}/run`, {});
    const { jobId } = (await approve(approvalId).expect(200)).body;
    expect((await owner.as.get(`/v1/jobs/${jobId}`)).body.trigger).toMatchObject({ kind: 'schedule' });
    const history = await owner.as.get(`/v1/schedules/${schedule._id}/occurrences`).expect(200);
    expect(history.body.items).toEqual([
      expect.objectContaining({ jobId, isByHand: true, state: 'started' }),
    ]);
  });

  it('is asked for on a device of a protected group', async () => {
    const group = { name: 'Berlin', rule: { tag: 'berlin' } };
    const { _id } = (await owner.as.post('/v1/device-groups').send(group).expect(201)).body;
    const inside = await createDevice(server, account, { tags: ['Berlin'] });
    await setRules({ groups: [_id] });
    await editor.as
      .post('/v1/jobs')
      .send({ code: '1', ...onAll() })
      .expect(201);
    const approvalId = await ask(editor, '/v1/jobs', { code: '1', devices: [{ _id: inside._id }] });
    expect((await read(approvalId)).reasons).toEqual(['group']);
    const change = { rule: { tag: 'paris' } };
    await editor.as.put(`/v1/device-groups/${_id}`).send(change).expect(403);
    await owner.as.put(`/v1/device-groups/${_id}`).send(change).expect(204);
  });

  it('shows code, and references to secrets instead of their values', async () => {
    await setRules({ maxDevices: 1 });
    await owner.as.put('/v1/secrets/KEY').send({ value: 'hidden value' }).expect(204);
    const vars = { key: { $secret: 'KEY' } };
    const approvalId = await ask(editor, '/v1/jobs', { code: 'log(1)', vars, ...onAll() });
    const details = await read(approvalId);
    expect(details).toMatchObject({ code: 'log(1)', request: { vars } });
    expect(JSON.stringify(details)).not.toContain('hidden value');
    const { items } = (await owner.as.get('/v1/approvals').expect(200)).body;
    expect(items[0]).not.toHaveProperty('request');
  });

  it('asks once for requests with the same Idempotency-Key', async () => {
    await setRules({ maxDevices: 1 });
    const body = { code: 'log(1)', ...onAll() };
    const send = () => editor.as.post('/v1/jobs').set('Idempotency-Key', 'one').send(body);
    const { approvalId } = (await send().expect(409)).body;
    expect((await send().expect(409)).body.approvalId).toBe(approvalId);
    const { jobId } = (await approve(approvalId).expect(200)).body;
    expect((await send().expect(201)).body._id).toBe(jobId);
    const other = editor.as.post('/v1/jobs').set('Idempotency-Key', 'one');
    expect((await other.send({ ...body, timeout: 5 }).expect(409)).body.code).toBe(1106);
    expect(await jobsOf()).toHaveLength(1);
  });

  it('goes on the devices that still exist', async () => {
    await setRules({ maxDevices: 1 });
    const approvalId = await ask(editor, '/v1/jobs', { code: 'log(1)', ...onAll() });
    await owner.as.delete(`/v1/devices/${devices[0]._id}`).expect(204);
    const { jobId } = (await approve(approvalId).expect(200)).body;
    expect((await owner.as.get(`/v1/jobs/${jobId}`)).body.counts.queued).toBe(1);
  });
});

describe('a schedule that needs approval', () => {
  const body = () => ({ name: 'Nightly', when: { everyMinutes: 60 }, job: { code: 'log(1)', ...onOne() } });

  it('is created after another member has approved it, and starts without being asked for', async () => {
    await setRules({ schedules: true, maxDevices: 0 });
    const approvalId = await ask(editor, '/v1/schedules', body());
    expect((await owner.as.get('/v1/schedules')).body.items).toEqual([]);
    expect(await read(approvalId)).toMatchObject({
      kind: 'schedule_create',
      jobKind: null,
      name: 'Nightly',
      reasons: ['schedule', 'devices'],
      devices: 1,
      code: 'log(1)',
      request: { name: 'Nightly', when: { everyMinutes: 60 } },
    });
    const { scheduleId } = (await approve(approvalId).expect(200)).body;
    const saved = (await owner.as.get(`/v1/schedules/${scheduleId}`).expect(200)).body;
    expect(saved).toMatchObject({ ...body(), approvalId });
    await server.context.pool.query(`UPDATE "Schedule" SET "nextAt" = now() WHERE id = $1`, [scheduleId]);
    await eventually(async () => expect(await jobsOf()).toHaveLength(1));
  });

  it('starts no other code of the script than was approved for a protected group', async () => {
    const group = { name: 'Berlin', devices: [devices[0]._id] };
    const { _id } = (await owner.as.post('/v1/device-groups').send(group).expect(201)).body;
    await setRules({ groups: [_id] });
    const devscript = await createDevscript(account);
    const job = { scriptId: devscript._id, ...onOne() };
    const approvalId = await ask(editor, '/v1/schedules', { ...body(), job });
    expect((await read(approvalId)).reasons).toEqual(['group']);
    const { scheduleId } = (await approve(approvalId).expect(200)).body;
    const letDue = () =>
      server.context.pool.query(`UPDATE "Schedule" SET "nextAt" = now() WHERE id = $1`, [scheduleId]);
    const path = `/v1/schedules/${scheduleId}`;
    const results = async () =>
      (await owner.as.get(`${path}/occurrences`)).body.items.map(
        ({ state, reason }: { state: string; reason: string | null }) => [state, reason],
      );
    await letDue();
    await eventually(async () => expect(await results()).toEqual([['started', null]]));
    await upload(account, devscript._id, { code: 'log(2)' });
    await server.context.prisma.run.deleteMany({ where: { accountId: account.accountId } });
    await letDue();
    await eventually(async () => expect(await results()).toHaveLength(2));
    expect((await results())[0]).toEqual([
      'failed',
      'the script was changed after the schedule was approved',
    ]);
    await editor.as.put(path).send({ isPaused: true }).expect(204);
    const again = await editor.as.put(path).send({ isPaused: false }).expect(409);
    await approve(again.body.approvalId).expect(200);
    await letDue();
    await eventually(async () => expect(await results()).toHaveLength(3));
    expect((await results())[0]).toEqual(['started', null]);
  });

  it('is changed after approval, unless it was changed meanwhile', async () => {
    const { _id } = (await editor.as.post('/v1/schedules').send(body()).expect(201)).body;
    await setRules({ schedules: true });
    const change = async (name: string): Promise<string> => {
      const answer = await editor.as.put(`/v1/schedules/${_id}`).send({ name }).expect(409);
      return answer.body.approvalId;
    };
    const names = async (isApproved: boolean) => {
      const { items } = (await owner.as.get(`/v1/schedules?isApproved=${isApproved}`).expect(200)).body;
      return items.map(({ name }: { name: string }) => name);
    };
    const [first, second] = [await change('First'), await change('Second')];
    expect([await names(true), await names(false)]).toEqual([[], ['Nightly']]);
    await approve(first).expect(200);
    expect([await names(true), await names(false)]).toEqual([['First'], []]);
    expect((await owner.as.get(`/v1/schedules/${_id}`)).body.name).toBe('First');
    await approve(second).expect(409);
    expect((await read(second)).state).toBe('pending');
    await editor.as.put(`/v1/schedules/${_id}`).send({ isPaused: true }).expect(204);
    await editor.as.put(`/v1/schedules/${_id}`).send({ isPaused: false }).expect(409);
    await editor.as.delete(`/v1/schedules/${_id}`).expect(204);
  });
});

describe('POST /v1/approvals/:approvalId/approve', () => {
  beforeEach(() => setRules({ maxDevices: 1 }));
  const askFor = (member: TestMember) => ask(member, '/v1/jobs', { code: 'log(1)', ...onAll() });

  it('refuses who asked, tokens without a person, and who created the token that asked', async () => {
    const own = await askFor(owner);
    expect((await approve(own).expect(409)).body.code).toBe(1072);
    const approvalId = await askFor(editor);
    const anonymous = await account.as.post(`/v1/approvals/${approvalId}/approve`).send({}).expect(409);
    expect(anonymous.body.code).toBe(1072);
    const token = { name: 'robot', belongsTo: 'workspace' };
    const created = (await owner.as.post('/v1/tokens').send(token).expect(201)).body;
    const byToken = await server
      .request()
      .post('/v1/jobs')
      .set('Authorization', `token ${created.token}`)
      .send({ code: 'log(1)', ...onAll() })
      .expect(409);
    expect((await approve(byToken.body.approvalId).expect(409)).body.code).toBe(1072);
    const other = await createMember(server, account, 'admin');
    await other.as.post(`/v1/approvals/${byToken.body.approvalId}/approve`).send({}).expect(200);
    await editor.as.post(`/v1/approvals/${approvalId}/approve`).send({}).expect(403);
  });

  it('refuses a request of a member who was removed, or has a lesser role', async () => {
    const [first, second] = [await askFor(editor), await askFor(editor)];
    await owner.as.put(`/v1/members/${editor.memberId}`).send({ role: 'viewer' }).expect(204);
    expect((await approve(first).expect(409)).body.message).toContain('may no longer');
    await owner.as.delete(`/v1/members/${editor.memberId}`).expect(204);
    await approve(second).expect(409);
    expect(await jobsOf()).toEqual([]);
    expect((await read(second)).state).toBe('pending');
  });

  it('starts one job if two members approve at the same time', async () => {
    const other = await createMember(server, account, 'admin');
    const approvalId = await askFor(editor);
    const answers = await Promise.all(
      [owner, other].map((member) => member.as.post(`/v1/approvals/${approvalId}/approve`).send({})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await jobsOf()).toHaveLength(1);
  });

  it('expires', async () => {
    await createWebhook(server, account, { url: 'http://127.0.0.1:9/', events: ['approval.closed'] });
    const approvalId = await askFor(editor);
    await expireApprovals(server.context);
    expect((await read(approvalId)).state).toBe('pending');
    const past = { expiresAt: new Date(Date.now() - 1) };
    await server.context.prisma.approval.update({ where: { id: approvalId }, data: past });
    await approve(approvalId).expect(409);
    expect((await read(approvalId)).state).toBe('expired');
    for (const { as } of [owner, editor]) {
      const listed = (state: string) => as.get(`/v1/approvals?state=${state}`).expect(200);
      expect((await listed('pending')).body.count).toBe(0);
      expect((await listed('pending,expired')).body.count).toBe(1);
    }
    await expireApprovals(server.context);
    const where = { webhook: { accountId: account.accountId } };
    const deliveries = await server.context.prisma.webhookDelivery.findMany({ where });
    expect(deliveries.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'approval.closed', data: { _id: approvalId, state: 'expired' } },
    ]);
  });
});

describe('POST /v1/approvals/:approvalId/decline and DELETE /v1/approvals/:approvalId', () => {
  beforeEach(() => setRules({ maxDevices: 1 }));
  const askFor = (member: TestMember) => ask(member, '/v1/jobs', { code: 'log(1)', ...onAll() });

  it('declines with a reason, which who asked can read', async () => {
    const approvalId = await askFor(editor);
    await owner.as.post(`/v1/approvals/${approvalId}/decline`).send({}).expect(422);
    await owner.as.post(`/v1/approvals/${approvalId}/decline`).send({ note: 'Not today' }).expect(204);
    const { body } = await editor.as.get(`/v1/approvals/${approvalId}`).expect(200);
    expect(body).toMatchObject({ state: 'declined', note: 'Not today', jobId: null });
    await approve(approvalId).expect(409);
  });

  it('is withdrawn only by who asked', async () => {
    const approvalId = await askFor(editor);
    await owner.as.delete(`/v1/approvals/${approvalId}`).expect(409);
    await operator.as.delete(`/v1/approvals/${approvalId}`).expect(404);
    await editor.as.delete(`/v1/approvals/${approvalId}`).expect(204);
    expect((await read(approvalId)).state).toBe('withdrawn');
  });

  it('shows others only what they asked for', async () => {
    const approvalId = await askFor(editor);
    await operator.as.get(`/v1/approvals/${approvalId}`).expect(404);
    expect((await operator.as.get('/v1/approvals').expect(200)).body.items).toEqual([]);
    expect((await editor.as.get('/v1/approvals').expect(200)).body.count).toBe(1);

    const robot = { name: 'robot', belongsTo: 'workspace', role: 'editor' };
    const { token } = (await owner.as.post('/v1/tokens').send(robot).expect(201)).body;
    const as = callAs(server.url, token);
    const own = await ask({ as }, '/v1/jobs', { code: 'log(1)', ...onAll() });
    const { items } = (await as.get('/v1/approvals?total=true').expect(200)).body as ApprovalList;
    expect(items.map(({ _id }) => _id)).toEqual([own]);
    expect((await editor.as.get('/v1/approvals').expect(200)).body.count).toBe(1);
  });

  it('limits what is pending', async () => {
    const approvalId = await askFor(editor);
    await server.context.pool.query(
      `INSERT INTO "Approval" (id, "accountId", kind, name, reasons, "deviceCount", "deviceIds", request,
         "askedByName", "askedByRole", "expiresAt")
       SELECT lpad(n::text, 24, '0'), "accountId", kind, name, reasons, 1, '{}', '{}', '', 'editor', "expiresAt"
       FROM "Approval", generate_series(1, $2) n WHERE id = $1`,
      [approvalId, LIMITS.pendingApprovals - 2],
    );
    const last = await askFor(editor);
    const { body } = await editor.as
      .post('/v1/jobs')
      .send({ code: 'log(1)', ...onAll() })
      .expect(409);
    expect(body.code).toBe(1105);
    await editor.as.delete(`/v1/approvals/${last}`).expect(204);
    await askFor(editor);
    await server.context.prisma.approval.deleteMany({ where: { accountId: account.accountId } });
  });

  it('tells the event stream, also that of members who are bound to groups', async () => {
    const groupIds = [newId()];
    const bound = await createMember(server, { ...account, groupIds }, 'operator');
    const watchers = await Promise.all(
      [editor, bound].map(({ token }) => TestWatcher.open(server.url, { token, query: '?types=approval' })),
    );
    const expectEvents = async (approvalId: string) => {
      for (const watcher of watchers)
        expect(await watcher.next('approval')).toEqual({ type: 'approval', approvalId });
    };
    const approvalId = await askFor(editor);
    await expectEvents(approvalId);
    await approve(approvalId).expect(200);
    await expectEvents(approvalId);
    const other = await askFor(editor);
    await expectEvents(other);
    await editor.as.delete(`/v1/approvals/${other}`).expect(204);
    await expectEvents(other);
    await Promise.all(watchers.map((watcher) => watcher.close()));
  });

  it('records events and audit entries', async () => {
    const events = ['approval.requested', 'approval.closed'];
    await createWebhook(server, account, { url: 'http://127.0.0.1:9/', events });
    const approvalId = await askFor(editor);
    await approve(approvalId).expect(200);
    const { request: _request, code: _code, firstDevices: _devices, ...shown } = await read(approvalId);
    const rows = await server.context.prisma.webhookDelivery.findMany({
      where: { webhook: { accountId: account.accountId } },
      orderBy: { id: 'asc' },
    });
    const [asked, closed] = rows.map(({ body }) => JSON.parse(body));
    expect(asked).toMatchObject({ type: 'approval.requested', data: { _id: approvalId, state: 'pending' } });
    expect(closed).toMatchObject({ type: 'approval.closed', data: shown });
    const actions = async () => {
      const { items } = (await owner.as.get('/v1/audit').expect(200)).body;
      return items.map((entry: AuditEntry) => [entry.action, entry.targetId, entry.targetName]);
    };
    await eventually(async () =>
      expect(await actions()).toEqual(
        expect.arrayContaining([
          ['approval.approve', approvalId, 'one-off code'],
          ['approval.request', approvalId, 'one-off code'],
        ]),
      ),
    );
  });
});
