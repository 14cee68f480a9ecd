import { LIMITS } from '@drover/contract';
import { TOTP } from 'otpauth';
import { hashPassword } from '../../auth/passwords';
import { answerOf, conflict, done, invalidAt, refusal, unauthorized } from '../../testing/errors';
import { createMember, type TestMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

const password = 'correct horse';
let passwordHash: string;
let server: TestServer;
let owner: TestAccount;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  // Codes change every 30 seconds. Within a test they must not.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  owner = await server.createAccount();
  member = await createMember(server, owner, 'operator');
  await server.context.prisma.person.update({ where: { id: member.personId }, data: { passwordHash } });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => server.close());

/** The code of an authenticator app, by default of now. */
const codeOf = (secret: string, stepsLater = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsLater * 30_000 });

/** A request with a session of the member. */
const bySession = (method: 'get' | 'post' | 'put' | 'delete', path: string, cookie = member.cookie) =>
  server.request()[method](path).set({ Cookie: cookie, Origin: server.url });

async function createSecret(): Promise<string> {
  const { body } = await bySession('post', '/v1/second-factor')
    .send({ currentPassword: password })
    .expect(201);
  return body.secret as string;
}

/** Turns the second factor on by a code of the former time step, so that the present one can still be used. */
async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await createSecret();
  const { body } = await bySession('put', '/v1/second-factor')
    .send({ code: codeOf(secret, -1) })
    .expect(200);
  return { secret, recoveryCodes: body.recoveryCodes as string[] };
}

const signIn = (code?: string, change: object = {}) =>
  server
    .request()
    .post('/v1/sessions')
    .send({ email: member.email, password, code, ...change });
const cookieOf = (headers: Record<string, unknown>) => (headers['set-cookie'] as string[])[0].split(';')[0];

describe('POST and PUT /v1/second-factor', () => {
  it('turn the second factor on by the password and a code', async () => {
    expect(await answerOf(bySession('post', '/v1/second-factor').send({ currentPassword: 'x' }))).toEqual(
      invalidAt('currentPassword'),
    );
    expect(await answerOf(bySession('put', '/v1/second-factor').send({ code: '123456' }))).toEqual(conflict);
    const { body } = await bySession('post', '/v1/second-factor')
      .send({ currentPassword: password })
      .expect(201);
    expect(body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining(`otpauth://totp/Drover:${encodeURIComponent(member.email)}?`),
    });
    expect((await bySession('get', '/v1/second-factor')).body).toEqual({
      ...{ isOn: false, hasApp: false, since: null, recoveryCodes: 0, isRequired: false },
    });
    await signIn().expect(201);
    const wrong = codeOf(body.secret, 9);
    expect(await answerOf(bySession('put', '/v1/second-factor').send({ code: wrong }))).toEqual(
      invalidAt('code'),
    );
    const confirmed = await bySession('put', '/v1/second-factor')
      .send({ code: codeOf(body.secret) })
      .expect(200);
    expect(confirmed.body.recoveryCodes).toHaveLength(LIMITS.recoveryCodes);
    expect((await bySession('get', '/v1/second-factor')).body).toEqual({
      ...{ isOn: true, hasApp: true, since: expect.any(String), isRequired: false },
      recoveryCodes: LIMITS.recoveryCodes,
    });
    const { items } = (await member.as.get('/v1/members')).body;
    expect(items[0]).toMatchObject({ personId: member.personId, hasSecondFactor: true });
  });

  it('store the secret encrypted, and only hashes of the recovery codes', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const { prisma } = server.context;
    const person = await prisma.person.findUniqueOrThrow({
      where: { id: member.personId },
      include: { recoveryCodes: true },
    });
    expect(Buffer.from(person.totpSecret ?? []).toString('latin1')).not.toContain(secret);
    expect(person.totpSecret).toHaveLength(1 + 4 + 12 + secret.length + 16);
    const stored = JSON.stringify(person.recoveryCodes);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  it('end the sessions that began without the second factor', async () => {
    const other = cookieOf((await signIn().expect(201)).headers);
    await turnOn();
    expect(await answerOf(bySession('get', '/v1/account', other))).toEqual(unauthorized);
    await bySession('get', '/v1/account').expect(200);
    await member.as.get('/v1/account').expect(200);
  });

  it('do not let servers of the previous release sign the person in', async () => {
    const { prisma } = server.context;
    await turnOn();
    // Such a server writes a session without saying how it began.
    await prisma.accessToken.updateMany({
      where: { personId: member.personId },
      data: { hasSecondFactor: false },
    });
    expect(await answerOf(bySession('get', '/v1/account'))).toEqual(unauthorized);
    await member.as.get('/v1/account').expect(200);
  });

  it('belong to a person, not to a token of the workspace', async () => {
    expect(await answerOf(owner.as.post('/v1/second-factor').send({}))).toEqual(conflict);
    expect(await answerOf(owner.as.get('/v1/second-factor'))).toEqual(conflict);
  });
});

describe('POST /v1/sessions of a person with a second factor', () => {
  it('requires a code, and says so only if the password is correct', async () => {
    const { secret } = await turnOn();
    expect(await answerOf(signIn())).toEqual(refusal('secondFactorRequired'));
    expect(await answerOf(signIn(undefined, { password: 'wrong' }))).toEqual(refusal('invalidLogin'));
    expect(await answerOf(signIn(codeOf(secret), { password: 'wrong' }))).toEqual(refusal('invalidLogin'));
    for (const wrong of ['000000', codeOf(secret, 5), codeOf(secret, -5), 'ABCD-EFGH-JKMN-PQRS', '1', '-']) {
      const { status } = await signIn(wrong);
      expect(status).toBe(401);
    }
    const { headers, body } = await signIn(codeOf(secret)).expect(201);
    expect(body.account.person.hasSecondFactor).toBe(true);
    await bySession('get', '/v1/account', cookieOf(headers)).expect(200);
  });

  it('accepts each code once, also of simultaneous requests, and codes of clocks that differ by 30 s', async () => {
    const { secret } = await turnOn();
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(` ${code.slice(0, 3)} ${code.slice(3)} `)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    expect(await answerOf(signIn(code))).toEqual(refusal('invalidCode'));
    // The time step before the used one is too old now.
    expect(await answerOf(signIn(codeOf(secret, -1)))).toEqual(refusal('invalidCode'));
    await signIn(codeOf(secret, 1)).expect(201);
  });

  it('accepts each recovery code once, in any case', async () => {
    const { recoveryCodes } = await turnOn();
    expect(recoveryCodes[0]).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    const code = recoveryCodes[0].toLowerCase();
    const answers = await Promise.all([1, 2, 3].map(() => signIn(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    expect(await answerOf(signIn(code))).toEqual(refusal('invalidCode'));
    await signIn(recoveryCodes[1]).expect(201);
    expect((await member.as.get('/v1/second-factor')).body.recoveryCodes).toBe(LIMITS.recoveryCodes - 2);
  });

  it('accepts no code of another person', async () => {
    const [{ recoveryCodes }, first] = [await turnOn(), member];
    member = await createMember(server, owner, 'viewer');
    await server.context.prisma.person.update({ where: { id: member.personId }, data: { passwordHash } });
    const { secret } = await turnOn();
    expect(await answerOf(signIn(recoveryCodes[0]))).toEqual(refusal('invalidCode'));
    const login = { email: first.email, password, code: codeOf(secret) };
    expect(await answerOf(server.request().post('/v1/sessions').send(login))).toEqual(refusal('invalidCode'));
  });

  it('is required to accept an invitation too', async () => {
    const { secret } = await turnOn();
    const other = await server.createAccount();
    const { body } = await other.as.post('/v1/invitations').send({ role: 'viewer' }).expect(201);
    const accept = (code?: string) => {
      const login = { token: body.token, email: member.email, password, code };
      return server.request().post('/v1/invitations/accept').send(login);
    };
    expect(await answerOf(accept())).toEqual(refusal('secondFactorRequired'));
    expect(await answerOf(accept('000000'))).toEqual(refusal('invalidCode'));
    await accept(codeOf(secret)).expect(201);
  });
});

describe('POST /v1/second-factor/recovery-codes', () => {
  it('replaces the codes by the password', async () => {
    const replace = (currentPassword = password) =>
      bySession('post', '/v1/second-factor/recovery-codes').send({ currentPassword });
    expect(await answerOf(replace())).toEqual(conflict);
    const { recoveryCodes } = await turnOn();
    expect(await answerOf(replace('wrong'))).toEqual(invalidAt('currentPassword'));
    const { body } = await replace().expect(201);
    expect(await answerOf(signIn(recoveryCodes[0]))).toEqual(refusal('invalidCode'));
    await signIn(body.recoveryCodes[0]).expect(201);
  });
});

describe('DELETE /v1/second-factor', () => {
  it('turns the second factor off by the password', async () => {
    await turnOn();
    const turnOff = (currentPassword = password) =>
      answerOf(bySession('delete', '/v1/second-factor').send({ currentPassword }));
    expect(await turnOff('wrong')).toEqual(invalidAt('currentPassword'));
    expect(await answerOf(signIn())).toEqual(refusal('secondFactorRequired'));
    expect(await turnOff()).toEqual(done);
    await signIn().expect(201);
    expect((await member.as.get('/v1/second-factor')).body).toMatchObject({ isOn: false, recoveryCodes: 0 });
  });
});

describe('a workspace that requires a second factor', () => {
  const require = (as = owner.as, isSecondFactorRequired = true) =>
    answerOf(as.put('/v1/account').send({ isSecondFactorRequired }));

  it('lets members without one only set it up', async () => {
    const colleague = await createMember(server, owner, 'admin');
    expect(await require(colleague.as)).toEqual(conflict);
    expect(await require(member.as)).toEqual(refusal('missingRole'));
    await turnOn();
    await server.context.prisma.member.update({ where: { id: member.memberId }, data: { role: 'admin' } });
    expect(await require(member.as)).toEqual(done);

    for (const as of [colleague.as, callAs(server.url, colleague.token)]) {
      expect(await answerOf(as.get('/v1/devices'))).toEqual(refusal('secondFactorMissing'));
      expect(await answerOf(as.put('/v1/account').send({ name: 'x' }))).toEqual(
        refusal('secondFactorMissing'),
      );
    }
    const asColleague = { Cookie: colleague.cookie, Origin: server.url };
    const byColleague = (method: 'get' | 'post' | 'put', path: string) =>
      server.request()[method](path).set(asColleague);
    expect(await answerOf(byColleague('get', '/v1/devices'))).toEqual(refusal('secondFactorMissing'));
    expect((await byColleague('get', '/v1/account').expect(200)).body).toMatchObject({
      isSecondFactorRequired: true,
      person: { hasSecondFactor: false },
    });
    await byColleague('get', '/v1/workspaces').expect(200);
    await byColleague('get', '/v1/sessions').expect(200);
    const { body } = await byColleague('post', '/v1/second-factor').send({}).expect(201);
    await byColleague('put', '/v1/second-factor')
      .send({ code: codeOf(body.secret) })
      .expect(200);
    await byColleague('get', '/v1/devices').expect(200);
    await colleague.as.get('/v1/devices').expect(200);
    // Tokens of the workspace belong to no person.
    await owner.as.get('/v1/devices').expect(200);
    expect(await require(owner.as, false)).toEqual(done);
  });
});

describe('too many wrong codes', () => {
  it('are refused from unknown addresses only, and never keep the person out', async () => {
    const { secret, recoveryCodes } = await turnOn();
    await server.context.prisma.person.update({
      where: { id: member.personId },
      data: { wrongCodes: LIMITS.wrongCodes - 1 },
    });
    const from = (address: string, code: string) => answerOf(signIn(code).set('X-Forwarded-For', address));
    const { headers } = await signIn(recoveryCodes[0]).set('X-Forwarded-For', '192.0.2.1').expect(201);
    expect(await from('192.0.2.2', '000000')).toEqual(refusal('invalidCode'));
    // Even the correct code is refused there.
    expect(await from('192.0.2.2', codeOf(secret))).toEqual(refusal('tooManyRequests'));
    // Other ways to prove it, and addresses with a session, still work.
    await signIn(recoveryCodes[1]).set('X-Forwarded-For', '192.0.2.3').expect(201);
    await signIn(codeOf(secret)).set('X-Forwarded-For', '192.0.2.1').expect(201);
    await bySession('get', '/v1/account', cookieOf(headers)).expect(200);
    // A success begins a new count.
    expect(await from('192.0.2.2', codeOf(secret))).toEqual(refusal('invalidCode'));
  });
});
