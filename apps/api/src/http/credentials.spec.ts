import type { Scope } from '@drover/contract';
import { newSecret } from '../auth/credentials';
import { answerOf, done, outOfScope, unauthorized } from '../testing/errors';
import { createDevice } from '../testing/test-device';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
afterAll(() => server.close());

const readAccount = (authorization?: string) => {
  const request = server.request().get('/v1/account');
  return answerOf(authorization === undefined ? request : request.set('Authorization', authorization));
};

describe('the Authorization header', () => {
  it.each(['token %s', 'TOKEN %s', 'Token  %s', 'Bearer %s', 'bearer %s', '%s'])(
    'accepts "%s"',
    async (form) => {
      const { status, body } = await readAccount(form.replace('%s', owner.token));
      expect(status).toBe(200);
      expect(body).toMatchObject({ _id: owner.accountId, email: owner.email });
    },
  );

  it.each(['', 'token', 'Bearer', 'token hmp_', 'Basic %s', 'token %s %s', 'token "%s"', '%s0'])(
    'returns 401 for "%s"',
    async (form) => {
      expect(await readAccount(form.replaceAll('%s', owner.token))).toEqual(unauthorized);
    },
  );

  it('is required, and the response names its scheme', async () => {
    const response = await server.request().get('/v1/account');
    expect(await answerOf(Promise.resolve(response))).toEqual(unauthorized);
    expect(response.headers['www-authenticate']).toBe('token realm="drover"');
  });

  it('returns 401 for a token in upper case, a device token and a session token', async () => {
    const { token: deviceToken } = await createDevice(server, owner);
    const secret = newSecret('hms');
    for (const token of [owner.token.toUpperCase(), deviceToken, secret]) {
      expect(await readAccount(`token ${token}`)).toEqual(unauthorized);
    }
  });

  it('returns 401 for an expired token', async () => {
    const token = await owner.createToken({ expiresAt: new Date(Date.now() + 60_000) });
    expect((await readAccount(token)).status).toBe(200);
    await server.context.prisma.accessToken.updateMany({
      where: { accountId: owner.accountId, expiresAt: { not: null } },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await readAccount(token)).toEqual(unauthorized);
  });

  it('returns 401 as soon as the token is revoked', async () => {
    const { body } = await owner.as.post('/v1/tokens').send({ name: 'short' }).expect(201);
    expect((await readAccount(body.token)).status).toBe(200);
    await owner.as.delete(`/v1/tokens/${body._id}`).expect(204);
    expect(await readAccount(body.token)).toEqual(unauthorized);
  });
});

describe('the scopes of a token', () => {
  const id = '0'.repeat(24);
  const requests: [Scope, 'get' | 'put' | 'post' | 'delete', string][] = [
    ['read', 'get', '/v1/devices'],
    ['read', 'get', `/v1/runs/${id}/logs`],
    ['run', 'put', `/v1/devices/${id}/stop`],
    ['run', 'post', '/v1/scripts/execute'],
    ['run', 'delete', `/v1/devscripts/${id}/run`],
    ['write', 'post', '/v1/devscripts'],
    ['write', 'delete', `/v1/robots/${id}`],
    ['write', 'put', `/v1/devscripts/${id}/files`],
    ['admin', 'get', '/v1/tokens'],
    ['admin', 'put', '/v1/account'],
  ];

  it.each(requests)('must include "%s" for %s %s', async (needed, method, path) => {
    const others = (['read', 'run', 'write'] as const).filter((scope) => scope !== needed);
    const without = callAs(server.url, await owner.createToken({ scopes: others }));
    expect(await answerOf(without[method](path))).toEqual(outOfScope);
    for (const scopes of [[needed], ['admin' as const]]) {
      const { status } = await callAs(server.url, await owner.createToken({ scopes }))[method](path);
      expect(status).not.toBe(401);
      expect(status).not.toBe(403);
    }
  });

  it('leave existing data unchanged if one is missing', async () => {
    const device = await createDevice(server, owner);
    const reader = callAs(server.url, await owner.createToken({ scopes: ['read'] }));
    expect(await answerOf(reader.delete(`/v1/devices/${device._id}`))).toEqual(outOfScope);
    await owner.as.get(`/v1/devices/${device._id}`).expect(200);
  });
});

describe('/api/v1', () => {
  it('responds like /v1', async () => {
    const device = await createDevice(server, owner);
    const { body } = await owner.as.get(`/api/v1/devices/${device._id}`).expect(200);
    expect(body).toEqual((await owner.as.get(`/v1/devices/${device._id}`)).body);
    expect(await answerOf(owner.as.put(`/api/v1/robots/${device._id}`).send({ name: 'B' }))).toEqual(done);
    expect(await answerOf(server.request().get('/api/v1/devices'))).toEqual(unauthorized);
  });
});
