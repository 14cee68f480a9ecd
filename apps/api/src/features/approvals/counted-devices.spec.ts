import { LIMITS, type ApprovalReason } from '@drover/contract';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createDevscript } from '../../testing/test-devscript';
import { createMember, type TestMember } from '../../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { removeUncounted } from './counted-devices';

let server: TestServer;
let account: TestAccount;
let owner: TestMember;
let editor: TestMember;
let devices: TestDevice[];
let scriptId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  account = await server.createAccount();
  owner = await createMember(server, account, 'owner');
  editor = await createMember(server, account, 'editor');
  devices = await Promise.all([1, 2, 3].map(() => createDevice(server, account)));
  scriptId = (await createDevscript(account))._id;
  await setRules({ maxDevices: 2 });
});

const setRules = (rules: object) => owner.as.put('/v1/approvals/rules').send(rules).expect(204);
const on = (...numbers: number[]) => ({ devices: numbers.map((number) => ({ _id: devices[number]._id })) });
const run = (numbers: number[], { as } = editor, id = scriptId) =>
  as.post('/v1/jobs').send({ scriptId: id, ...on(...numbers) });
const runCode = (code: string, number: number) => editor.as.post('/v1/jobs').send({ code, ...on(number) });
const jobsOf = async (): Promise<unknown[]> => (await owner.as.get('/v1/jobs').expect(200)).body.items;

async function reasonsOf(approvalId: string): Promise<ApprovalReason[]> {
  return (await owner.as.get(`/v1/approvals/${approvalId}`).expect(200)).body.reasons;
}

describe('several runs of a script', () => {
  it('need approval once all of them together are on too many devices', async () => {
    await run([0]).expect(201);
    await run([1]).expect(201);
    const { body } = await run([2]).expect(409);
    expect(body.code).toBe(1071);
    expect(await reasonsOf(body.approvalId)).toEqual(['recent_devices']);
    expect(await jobsOf()).toHaveLength(2);
    await run([0, 1]).expect(201);
    await run([0]).expect(201);
  });

  it('count for each person and each script', async () => {
    await run([0, 1]).expect(201);
    await run([2], owner).expect(201);
    await run([2], editor, (await createDevscript(account))._id).expect(201);
    await run([2]).expect(409);
  });

  it('count together with a token and with the session of a person', async () => {
    await run([0, 1]).expect(201);
    await server
      .request()
      .post('/v1/jobs')
      .set({ Cookie: editor.cookie, Origin: server.url })
      .send({ scriptId, ...on(2) })
      .expect(409);
  });

  it('cannot both go below the limit at the same time', async () => {
    const answers = await Promise.all([0, 1, 2].map((number) => run([number])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    expect(await jobsOf()).toHaveLength(2);
  });

  it('count for an hour', async () => {
    const { prisma, pool } = server.context;
    const where = { accountId: account.accountId };
    const age = (seconds: number) =>
      prisma.countedDevice.updateMany({
        where,
        data: { startedAt: new Date(Date.now() - seconds * 1000) },
      });
    await run([0, 1]).expect(201);
    await age(LIMITS.approvalWindowSeconds - 60);
    await removeUncounted(pool);
    await run([2]).expect(409);
    await age(LIMITS.approvalWindowSeconds + 1);
    await run([2]).expect(201);
    expect(await prisma.countedDevice.count({ where })).toBe(3);
    await removeUncounted(pool);
    expect(await prisma.countedDevice.count({ where })).toBe(1);
  });

  it('count with re-runs, presets and schedules of the script', async () => {
    const first = (await run([0, 1]).expect(201)).body;
    const preset = { name: 'One', scriptId, ...on(2) };
    const { _id } = (await owner.as.post('/v1/presets').send(preset).expect(201)).body;
    const { body } = await editor.as.post(`/v1/presets/${_id}/run`).send({}).expect(409);
    expect(await reasonsOf(body.approvalId)).toEqual(['recent_devices']);
    await editor.as.post(`/v1/jobs/${first._id}/rerun`).send({ which: 'all' }).expect(201);
    const schedule = { name: 'Often', when: { everyMinutes: 60 }, job: { scriptId, ...on(2) } };
    await editor.as.post('/v1/schedules').send(schedule).expect(409);
    await owner.as.post('/v1/schedules').send(schedule).expect(201);
    await run([0], owner).expect(201);
    await run([1], owner).expect(409);
  });

  it('count as one script if they contain the code', async () => {
    await runCode('log(1)', 0).expect(201);
    await runCode('log(2)', 1).expect(201);
    const { body } = await runCode('log(3)', 2).expect(409);
    expect(await reasonsOf(body.approvalId)).toEqual(['recent_devices']);
    await run([2]).expect(201);
  });

  it('do not count if they were approved, or wait for approval', async () => {
    const { body } = await run([0, 1, 2]).expect(409);
    expect(await reasonsOf(body.approvalId)).toEqual(['devices']);
    await owner.as.post(`/v1/approvals/${body.approvalId}/approve`).send({}).expect(200);
    await run([0, 1]).expect(201);
    const group = { name: 'Berlin', devices: [devices[0]._id] };
    const { _id } = (await owner.as.post('/v1/device-groups').send(group).expect(201)).body;
    await setRules({ groups: [_id] });
    await run([0], owner).expect(409);
    await run([1, 2], owner).expect(201);
  });

  it('return the same job for a repeated request, whatever the rules are now', async () => {
    const send = () =>
      editor.as
        .post('/v1/jobs')
        .set('Idempotency-Key', 'one')
        .send({ scriptId, ...on(0) });
    const { body } = await send().expect(201);
    await setRules({ maxDevices: 0 });
    expect((await send().expect(201)).body._id).toBe(body._id);
    expect(await jobsOf()).toHaveLength(1);
  });
});
