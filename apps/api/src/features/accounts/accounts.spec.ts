import { LIMITS, type CreateAccount, type Installation } from '@drover/contract';
import supertest from 'supertest';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { answerOf, conflict, done, forbidden, invalidAt, refusal, unauthorized } from '../../testing/errors';
import { callAs, startTestServer, type TestServer } from '../../testing/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const password = 'correct horse';
const newEmail = () => `${Math.random().toString(36).slice(2)}@example.org`;
const signIn = (login: { email: string; password: string }) =>
  answerOf(server.request().post('/v1/sessions').send(login));

describe('POST /v1/accounts', () => {
  it('lets an administrator create an account', async () => {
    const { as } = await server.createAccount({ isAdministrator: true });
    const email = newEmail();
    const { body } = await as.post('/v1/accounts').send({ email: email.toUpperCase(), password }).expect(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email,
      name: email.toUpperCase().split('@')[0],
      isAdministrator: false,
      isReviewer: false,
      createdAt: expect.any(String),
      role: 'owner',
      isSecondFactorRequired: false,
      isSingleSignOnRequired: false,
      person: {
        ...{ _id: body._id, name: body.name, hasSecondFactor: false, hasPassword: true },
        lacksSingleSignOn: false,
      },
    });
    expect(await signIn({ email, password })).toMatchObject({ status: 201, body: { account: body } });
  });

  it('returns 403 for other callers', async () => {
    const { as } = await server.createAccount();
    const account = { email: newEmail(), password };
    for (const caller of [as, server.request()]) {
      expect(await answerOf(caller.post('/v1/accounts').send(account))).toEqual(forbidden);
    }
    expect(await signIn(account)).toEqual(refusal('invalidLogin'));
  });

  it('returns 409 for an email address that differs only in case', async () => {
    const { as, email } = await server.createAccount({ isAdministrator: true });
    const again = { email: email.toUpperCase(), password };
    expect(await answerOf(as.post('/v1/accounts').send(again))).toEqual(conflict);
  });

  it('enforces the limits', async () => {
    const { as } = await server.createAccount({ isAdministrator: true });
    const create = (changes: object) =>
      answerOf(as.post('/v1/accounts').send({ email: newEmail(), password, ...changes }));
    const emailOf = (length: number) => `${'a'.repeat(length - 12)}@example.org`;
    expect(await create({ email: `b${emailOf(LIMITS.emailChars - 1)}` })).toMatchObject({ status: 201 });
    expect(await create({ email: emailOf(LIMITS.emailChars + 1) })).toMatchObject({ status: 422 });
    expect(await create({ email: `${'İ'.repeat(LIMITS.emailChars - 12)}@example.org` })).toEqual(
      invalidAt('email'),
    );
    expect(await create({ email: 'nobody' })).toEqual(invalidAt('email'));
    expect(await create({ password: '😀'.repeat(LIMITS.passwordCharsMin) })).toMatchObject({ status: 201 });
    expect(await create({ password: '1234567' })).toEqual(invalidAt('password'));
    expect(await create({ password: 'p'.repeat(LIMITS.passwordCharsMax) })).toMatchObject({ status: 201 });
    expect(await create({ password: 'p'.repeat(LIMITS.passwordCharsMax + 1) })).toEqual(
      invalidAt('password'),
    );
    expect(await create({ name: '名'.repeat(LIMITS.accountNameChars) })).toMatchObject({ status: 201 });
    expect(await create({ name: '名'.repeat(LIMITS.accountNameChars + 1) })).toEqual(invalidAt('name'));
    expect(await create({ name: '' })).toEqual(invalidAt('name'));
    expect(await answerOf(as.post('/v1/accounts'))).toEqual(invalidAt('email', 'password'));
  });
});

describe('first account', () => {
  let database: TestDatabase;
  let fresh: TestServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    fresh = await startTestServer({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await fresh?.close();
    await database?.close();
  });

  const readInstallation = async (headers: Record<string, string> = {}) =>
    (await fresh.request().get('/v1/installation').set(headers)).body as Installation;
  const create = (headers: Record<string, string>, fields: Partial<CreateAccount> = {}) =>
    answerOf(
      fresh
        .request()
        .post('/v1/accounts')
        .set(headers)
        .send({ email: newEmail(), password, ...fields }),
    );
  const otherMachine = { 'X-Forwarded-For': '203.0.113.7' };

  it('cannot be created by a page of another site', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'https://evil.example', ...form },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', ...form },
    ];
    for (const headers of foreign) expect(await create(headers)).toEqual(refusal('foreignOrigin'));
  });

  it('cannot be created under a host name that the server is not known by', async () => {
    const { port } = new URL(fresh.url);
    const Host = `evil.example:${port}`;
    expect(await create({ Host, Origin: `http://${Host}` })).toEqual(refusal('unknownHost'));
    expect(await create({ Host })).toEqual(refusal('unknownHost'));
  });

  it('needs the set-up code from another machine', async () => {
    expect(await readInstallation(otherMachine)).toMatchObject({ isSetupCodeRequired: true });
    expect(await create(otherMachine)).toEqual(refusal('setupCodeRequired'));
    expect(await create(otherMachine, { setupCode: 'A'.repeat(12) })).toEqual(refusal('setupCodeRequired'));
  });

  it('is created without sign-in, and only once by concurrent requests', async () => {
    expect(await readInstallation()).toEqual({
      version: expect.any(String),
      hasAccount: false,
      isSignUpOpen: false,
      canSendMail: false,
      isSetupCodeRequired: false,
      identityProviders: [],
    });
    const { setupCode } = fresh.context;
    const answers = await Promise.all([
      create({}),
      create({ Origin: fresh.url }),
      create(otherMachine, { setupCode }),
    ]);
    const [first, ...others] = answers.sort((a, b) => a.status - b.status);
    expect(first).toMatchObject({ status: 201, body: { isAdministrator: true, isReviewer: true } });
    expect(others).toEqual([forbidden, forbidden]);
    expect(await readInstallation(otherMachine)).toMatchObject({
      hasAccount: true,
      isSetupCodeRequired: false,
      identityProviders: [],
    });
  });

  it('is created from another machine with the set-up code', async () => {
    await fresh.context.prisma.account.deleteMany();
    await fresh.context.prisma.person.deleteMany();
    const { setupCode } = fresh.context;
    expect(await create(otherMachine, { setupCode: ` ${setupCode}\n` })).toMatchObject({ status: 201 });
  });
});

describe('DROVER_SIGN_UP=open', () => {
  it('lets anyone create an account without roles', async () => {
    const open = await startTestServer({ DROVER_SIGN_UP: 'open' });
    try {
      expect((await open.request().get('/v1/installation')).body).toMatchObject({ isSignUpOpen: true });
      const { body } = await open
        .request()
        .post('/v1/accounts')
        .send({ email: newEmail(), password })
        .expect(201);
      expect(body).toMatchObject({ isAdministrator: false, isReviewer: false });
    } finally {
      await open.close();
    }
  });
});

describe('PUT /v1/account', () => {
  it('changes the name and the email address', async () => {
    const { as } = await server.createAccount();
    const email = newEmail();
    expect(await answerOf(as.put('/v1/account').send({ name: '新', email: email.toUpperCase() }))).toEqual(
      done,
    );
    expect((await as.get('/v1/account')).body).toMatchObject({ name: '新', email });
    expect(await answerOf(as.put('/v1/account'))).toEqual(done);
  });

  it("returns 409 for another account's email address", async () => {
    const [one, other] = [await server.createAccount(), await server.createAccount()];
    expect(await answerOf(one.as.put('/v1/account').send({ email: other.email }))).toEqual(conflict);
    expect((await one.as.get('/v1/account')).body.email).toBe(one.email);
  });

  it('requires the current password for a new one, and ends the other sessions', async () => {
    const { as, email } = await server.createAccount();
    const change = (body: object) => answerOf(as.put('/v1/account').send(body));
    expect(await change({ password })).toEqual(done);
    const { headers } = await server.request().post('/v1/sessions').send({ email, password }).expect(201);
    const session = () =>
      supertest(server.url)
        .get('/v1/account')
        .set('Cookie', headers['set-cookie'] ?? '');
    expect((await session()).status).toBe(200);

    expect(await change({ password: 'another one' })).toEqual(invalidAt('currentPassword'));
    expect(await change({ password: 'another one', currentPassword: 'wrong' })).toEqual(
      invalidAt('currentPassword'),
    );
    expect((await session()).status).toBe(200);
    expect(await change({ password: 'another one', currentPassword: password })).toEqual(done);
    expect(await answerOf(session())).toEqual(unauthorized);
    expect(await signIn({ email, password })).toEqual(refusal('invalidLogin'));
    expect(await signIn({ email, password: 'another one' })).toMatchObject({ status: 201 });
  });
});

describe('DROVER_ADMIN_*', () => {
  const tokens = ['a', 'b'].map((digit) => `hmp_${digit.repeat(64)}`) as [string, string];

  it('creates the administrator with its token, and replaces the token', async () => {
    const database = await createTestDatabase();
    try {
      const first = await startTestServer({ DATABASE_URL: database.url, DROVER_ADMIN_TOKEN: tokens[0] });
      const { body: account } = await callAs(first.url, tokens[0]).get('/v1/account').expect(200);
      expect(account).toMatchObject({ email: 'admin@localhost', isAdministrator: true, isReviewer: true });
      await first.close();

      const second = await startTestServer({ DATABASE_URL: database.url, DROVER_ADMIN_TOKEN: tokens[1] });
      expect((await callAs(second.url, tokens[1]).get('/v1/account')).body).toEqual(account);
      expect(await answerOf(callAs(second.url, tokens[0]).get('/v1/account'))).toEqual(unauthorized);
      await second.close();

      const login = { DROVER_ADMIN_EMAIL: 'Ada@Example.org', DROVER_ADMIN_PASSWORD: password };
      const third = await startTestServer({
        DATABASE_URL: database.url,
        DROVER_ADMIN_TOKEN: tokens[0],
        ...login,
      });
      const { body } = await third
        .request()
        .post('/v1/sessions')
        .send({ email: 'ada@example.org', password });
      expect(body.account).toMatchObject({ email: 'ada@example.org', isAdministrator: true });
      expect((await callAs(third.url, tokens[0]).get('/v1/account')).body._id).toBe(body.account._id);
      await third.close();
    } finally {
      await database.close();
    }
  });

  it('creates the administrator with a password alone, and keeps that password at later starts', async () => {
    const database = await createTestDatabase();
    const signIn = async (first: string, later: string) => {
      const server = await startTestServer({ DATABASE_URL: database.url, DROVER_ADMIN_PASSWORD: first });
      const login = { email: 'admin@localhost', password: later };
      const { status } = await server.request().post('/v1/sessions').send(login);
      await server.close();
      return status;
    };
    try {
      expect(await signIn(password, password)).toBe(201);
      expect(await signIn('another password', password)).toBe(201);
      expect(await signIn('another password', 'another password')).toBe(401);
    } finally {
      await database.close();
    }
  });
});
