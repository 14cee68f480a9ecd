import { LIMITS } from '@drover/contract';
import { newId } from '../../database/ids';
import { deleteExpired } from '../retention/retention';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { execute as executeOn } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { openSecret } from './secrets';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
});

const put = (name: string, value: string, account = owner) =>
  account.as.put(`/v1/secrets/${name}`).send({ value });
const execute = (vars: object) => executeOn(owner, [device], { vars });

async function runOf(jobId: string) {
  const { body } = await owner.as.get('/v1/runs').query({ jobId }).expect(200);
  return (body as { items: Record<string, unknown>[] }).items[0];
}

describe('GET /v1/secrets', () => {
  it('lists names without values, newest first', async () => {
    await put('FIRST', 'the first value').expect(204);
    await put('SECOND', 'the second value').expect(204);
    const { body } = await owner.as.get('/v1/secrets').expect(200);
    const time = expect.any(String) as string;
    const record = {
      _id: expect.any(String) as string,
      createdAt: time,
      updatedAt: time,
      lastUsedAt: null,
      usedBy: [],
    };
    expect(body).toEqual({
      count: 2,
      items: [
        { ...record, name: 'SECOND' },
        { ...record, name: 'FIRST' },
      ],
    });
  });
});

describe('PUT /v1/secrets/:secretName', () => {
  it('stores the value encrypted and replaces it', async () => {
    await put('NAME', 'the first value').expect(204);
    const before = await server.context.prisma.secret.findFirstOrThrow({
      where: { name: 'NAME', accountId: owner.accountId },
    });
    await put('NAME', 'the second value').expect(204);
    const after = await server.context.prisma.secret.findFirstOrThrow({ where: { id: before.id } });
    expect(Buffer.from(after.sealed).equals(before.sealed)).toBe(false);
    expect(Buffer.from(after.sealed).toString('latin1')).not.toContain('value');
  });

  it.each(['lower', '1ST', 'A-B', 'A%20B', 'Ä'])('rejects the name %s', async (name) => {
    const { body } = await put(name, 'a value').expect(422);
    expect(body).toMatchObject({ code: 1102, errors: [{ path: 'secretName' }] });
  });

  it.each(['lower', '%00', 'A%00B'])('returns 404 when the name %s is deleted', async (name) => {
    await owner.as.delete(`/v1/secrets/${name}`).expect(404);
  });

  it('separates the secrets of accounts', async () => {
    const other = await server.createAccount();
    await put('NAME', 'mine').expect(204);
    await put('NAME', 'theirs', other).expect(204);
    await other.as.delete('/v1/secrets/NAME').expect(204);
    expect((await owner.as.get('/v1/secrets')).body).toMatchObject({ count: 1 });
    await other.as.delete('/v1/secrets/NAME').expect(404);
  });

  it('returns 409 without DROVER_SECRET_KEY', async () => {
    const keyless = await startTestServer({ DROVER_SECRET_KEY: '' });
    const account = await keyless.createAccount();
    const { body } = await put('NAME', 'a value', account).expect(409);
    expect(body).toMatchObject({
      code: 1108,
      message: expect.stringContaining('DROVER_SECRET_KEY') as string,
    });
    await keyless.close();
  });
});

describe('secret references', () => {
  it('return 422 with the path of a missing secret and start nothing', async () => {
    const vars = { fine: 1, deep: { list: [{ $secret: 'MISSING' }] } };
    const body = { code: '1', devices: [{ _id: device._id }], vars };
    const answer = await owner.as.post('/v1/scripts/execute').send(body).expect(422);
    expect(answer.body).toMatchObject({ code: 1102, errors: [{ path: 'vars.deep.list.0' }] });
    expect((await owner.as.get('/v1/jobs')).body).toMatchObject({ count: 0 });
  });

  it.each([{ $secret: 7 }, { $secret: 'lower' }, { $secret: 'NAME', more: 1 }])(
    'rejects the reference %j',
    async (wrong) => {
      await put('NAME', 'a value').expect(204);
      const body = { code: '1', devices: [{ _id: device._id }], vars: { wrong } };
      const answer = await owner.as.post('/v1/scripts/execute').send(body).expect(422);
      expect(answer.body).toMatchObject({ errors: [{ path: 'vars.wrong' }] });
    },
  );

  it("cannot use another account's secrets", async () => {
    await put('NAME', 'a value', await server.createAccount()).expect(204);
    const body = { code: '1', devices: [{ _id: device._id }], vars: { key: { $secret: 'NAME' } } };
    await owner.as.post('/v1/scripts/execute').send(body).expect(422);
  });

  it('are replaced at any depth when the run is sent, and stored as references', async () => {
    await put('NAME', 'the former value').expect(204);
    const vars = { key: { $secret: 'NAME' }, deep: [{ key: { $secret: 'NAME' } }], plain: 'x' };
    const jobId = await execute(vars);
    await put('NAME', 'the current value').expect(204);
    const link = await device.connect();
    const { env } = await link.next('run');
    expect(env).toMatchObject({
      key: 'the current value',
      deep: [{ key: 'the current value' }],
      plain: 'x',
    });
    expect((await owner.as.get(`/v1/jobs/${jobId}`)).body).toMatchObject({ vars });
    const job = await server.context.prisma.job.findUniqueOrThrow({ where: { id: jobId } });
    expect(job).toMatchObject({ vars, env: vars, secretNames: ['NAME'] });
    await link.close();
  });

  it('work in saved values', async () => {
    await put('NAME', 'a value').expect(204);
    const { body: devscript } = (await owner.as.post('/v1/devscripts').send({}).expect(201)) as {
      body: { _id: string };
    };
    const code = { filename: 'a.js', contentType: 'application/javascript' };
    await owner.as
      .put(`/v1/devscripts/${devscript._id}/files`)
      .attach('data', Buffer.from('1'), code)
      .expect(204);
    await owner.as
      .put(`/v1/devscripts/${devscript._id}/values`)
      .send({ key: { $secret: 'NAME' } })
      .expect(204);
    const run = () =>
      owner.as.post(`/v1/devscripts/${devscript._id}/run`).send({ devices: [{ _id: device._id }] });
    await run().expect(204);
    const link = await device.connect();
    expect((await link.next('run')).env).toMatchObject({ key: 'a value' });
    await owner.as.delete('/v1/secrets/NAME').expect(204);
    expect((await run().expect(422)).body).toMatchObject({ errors: [{ path: 'values.key' }] });
    await link.close();
  });

  it('reject the run if the secret was deleted before the run was sent', async () => {
    await put('NAME', 'a value').expect(204);
    const jobId = await execute({ key: { $secret: 'NAME' } });
    await owner.as.delete('/v1/secrets/NAME').expect(204);
    const plain = await execute({});
    const link = await device.connect();
    expect((await link.next('run')).jobId).toBe(plain);
    expect(link.arrived('run')).toEqual([]);
    expect(await runOf(jobId)).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining('NAME') as string,
    });
    await link.close();
  });

  it('reject the run if the values exceed the size limit', async () => {
    const value = 'x'.repeat(LIMITS.secretValueCharsMax);
    await put('NAME', value).expect(204);
    const copies = Math.ceil(LIMITS.varsBytes / value.length) + 1;
    const jobId = await execute({ list: Array.from({ length: copies }, () => ({ $secret: 'NAME' })) });
    const plain = await execute({});
    const link = await device.connect();
    expect((await link.next('run')).jobId).toBe(plain);
    expect(await runOf(jobId)).toMatchObject({ state: 'rejected' });
    await link.close();
  });
});

describe('former values of secrets', () => {
  it('are deleted when no run can write them any more', async () => {
    const { prisma } = server.context;
    await put('NAME', 'hunter22').expect(204);
    const jobId = await execute({ key: { $secret: 'NAME' } });
    const createFormer = (name: string, seconds: number) =>
      prisma.formerSecret.create({
        data: {
          id: newId(),
          accountId: owner.accountId,
          name,
          sealed: new Uint8Array(1),
          replacedAt: new Date(Date.now() - seconds * 1000),
        },
      });
    const names = async () => {
      await deleteExpired(server.context);
      const rows = await prisma.formerSecret.findMany({
        where: { accountId: owner.accountId },
        orderBy: { name: 'asc' },
      });
      return rows.map(({ name }) => name);
    };
    await createFormer('NAME', LIMITS.replacedSecretSeconds + 60);
    await createFormer('OLD', LIMITS.replacedSecretSeconds + 60);
    await createFormer('YOUNG', LIMITS.replacedSecretSeconds - 60);
    expect(await names()).toEqual(['NAME', 'YOUNG']);
    await owner.as.delete(`/v1/jobs/${jobId}`).expect(204);
    expect(await names()).toEqual(['YOUNG']);
  });
});

describe('key rotation', () => {
  it('re-encrypts values of the former key at startup', async () => {
    await put('NAME', 'hunter22').expect(204);
    const [former, present] = ['5e'.repeat(32), '6f'.repeat(32)];
    const rotated = await startTestServer({ DROVER_SECRET_KEY: `${present},${former}` });
    await rotated.close();
    const changed = await startTestServer({ DROVER_SECRET_KEY: present });
    try {
      const where = { accountId: owner.accountId };
      const secret = await changed.context.prisma.secret.findFirstOrThrow({ where });
      expect(await openSecret(changed.context.vault, secret)).toBe('hunter22');
      const back = await startTestServer({ DROVER_SECRET_KEY: `${former},${present}` });
      await back.close();
      const again = await server.context.prisma.secret.findFirstOrThrow({ where });
      expect(await openSecret(server.context.vault, again)).toBe('hunter22');
    } finally {
      await changed.close();
    }
  });
});
