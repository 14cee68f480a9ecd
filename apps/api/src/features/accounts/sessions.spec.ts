import supertest from 'supertest';
import { answerOf, done, invalidAt, notFound, refusal, unauthorized } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

const password = 'correct horse';
let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  await owner.as.put('/v1/account').send({ password }).expect(204);
});
afterAll(() => server.close());

async function signIn(headers: Record<string, string> = {}) {
  const login = { email: owner.email.toUpperCase(), password };
  const { body, headers: answered } = await server
    .request()
    .post('/v1/sessions')
    .set(headers)
    .send(login)
    .expect(201);
  const setCookie = answered['set-cookie']?.[0] ?? '';
  return { body, setCookie, cookie: setCookie.split(';')[0] ?? '' };
}

const call = (method: 'get' | 'put' | 'post' | 'delete', path: string, headers: Record<string, string>) =>
  supertest(server.url)[method](path).set(headers);

describe('POST /v1/sessions', () => {
  it('sets an HttpOnly cookie with SameSite=Lax', async () => {
    const { body, setCookie } = await signIn();
    expect(body).toEqual({
      account: expect.objectContaining({ _id: owner.accountId, email: owner.email }),
      expiresAt: expect.any(String),
    });
    expect(setCookie).toMatch(
      /^drover_session=hms_[0-9a-f]{64}; Max-Age=2592000; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
  });

  it('sets a Secure cookie behind an HTTPS proxy', async () => {
    const { setCookie } = await signIn({ 'X-Forwarded-Proto': 'https' });
    expect(setCookie).toContain('; Secure');
  });

  it.each([
    ['https://drover.example.org', '; Secure', {}],
    ['http://drover.example.org', '; SameSite', { 'X-Forwarded-Proto': 'https' }],
  ])('sets the cookie by the scheme of the public URL %s', async (PUBLIC_URL, attribute, headers) => {
    const named = await startTestServer({ PUBLIC_URL });
    try {
      const login = { email: owner.email, password };
      const response = await named.request().post('/v1/sessions').set(headers).send(login).expect(201);
      const [cookie] = response.headers['set-cookie'] as unknown as string[];
      expect(cookie).toContain(attribute);
      expect(cookie.includes('Secure')).toBe(PUBLIC_URL.startsWith('https'));
    } finally {
      await named.close();
    }
  });

  it('returns the same error for a wrong password and an unknown email address', async () => {
    const logins = [
      { email: owner.email, password: 'wrong' },
      { email: 'nobody@example.org', password },
      { email: 'nul\0@example.org', password },
      { email: owner.email, password: '' },
      { email: (await server.createAccount()).email, password: '' },
    ];
    for (const login of logins) {
      expect(await answerOf(server.request().post('/v1/sessions').send(login))).toEqual(
        refusal('invalidLogin'),
      );
    }
    expect(await answerOf(server.request().post('/v1/sessions'))).toEqual(invalidAt('email', 'password'));
  });
});

describe('session', () => {
  it('is not an access token', async () => {
    const { cookie } = await signIn();
    expect(await answerOf(call('get', '/v1/tokens/current', { Cookie: cookie }))).toEqual(notFound);
  });

  it("can read, and change data only from the server's own pages", async () => {
    const { cookie } = await signIn();
    const device = await createDevice(server, owner);
    const path = `/v1/devices/${device._id}`;
    const rename = (origin: Record<string, string>) =>
      answerOf(call('put', path, { Cookie: cookie, ...origin }).send({ name: 'B' }));
    await call('get', path, { Cookie: cookie }).expect(200);
    for (const origin of [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${server.url}.evil` },
    ]) {
      expect(await rename(origin as Record<string, string>)).toEqual(refusal('foreignOrigin'));
    }
    expect((await owner.as.get(path)).body.name).toBe('Device');
    expect(await rename({ Origin: server.url })).toEqual(done);
    expect((await owner.as.get(path)).body.name).toBe('B');
  });

  it('cannot create accounts and sessions from other origins', async () => {
    const { cookie } = await signIn();
    const headers = { Cookie: cookie, Origin: 'https://evil.example' };
    const login = { email: owner.email, password };
    expect(await answerOf(call('post', '/v1/accounts', headers).send(login))).toEqual(
      refusal('foreignOrigin'),
    );
    expect(await answerOf(call('post', '/v1/sessions', headers).send(login))).toEqual(
      refusal('foreignOrigin'),
    );
    const withoutCookie = { Origin: 'https://evil.example' };
    expect(await answerOf(call('post', '/v1/sessions', withoutCookie).send(login))).toEqual(
      refusal('foreignOrigin'),
    );
  });

  it('is not interchangeable with an access token', async () => {
    const { cookie } = await signIn();
    const secret = cookie.split('=')[1] ?? '';
    expect(await answerOf(call('get', '/v1/account', { Authorization: `token ${secret}` }))).toEqual(
      unauthorized,
    );
    expect(await answerOf(call('get', '/v1/account', { Cookie: `drover_session=${owner.token}` }))).toEqual(
      unauthorized,
    );
  });

  it('expires', async () => {
    const { cookie } = await signIn();
    await server.context.prisma.accessToken.updateMany({
      where: { accountId: owner.accountId, kind: 'session' },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await answerOf(call('get', '/v1/account', { Cookie: cookie }))).toEqual(unauthorized);
  });
});

describe('DELETE /v1/sessions/current', () => {
  it('ends only this session', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const response = await call('delete', '/v1/sessions/current', {
      Cookie: one.cookie,
      Origin: server.url,
    }).expect(204);
    expect(response.headers['set-cookie']?.[0]).toMatch(/^drover_session=; .*Expires=Thu, 01 Jan 1970/);
    expect(await answerOf(call('get', '/v1/account', { Cookie: one.cookie }))).toEqual(unauthorized);
    await call('get', '/v1/account', { Cookie: other.cookie }).expect(200);
  });

  it('does not revoke an access token', async () => {
    await owner.as.delete('/v1/sessions/current').expect(204);
    await owner.as.get('/v1/account').expect(200);
  });
});
