import { LIMITS } from '@drover/contract';
import { hashPassword } from '../../auth/passwords';
import { answerOf, done, invalidAt, refusal } from '../../testing/errors';
import { createMember, type TestMember } from '../../testing/test-members';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { countSignInAttempt, forgetSignInAttempts } from './sign-in-attempts';

const password = 'correct horse';
let server: TestServer;
let other: TestServer;
let member: TestMember;
let hosts = 0;
let address: string;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT: '6000' });
  other = await startTestServer({ RATE_LIMIT: '6000' });
});
beforeEach(async () => {
  member = await createMember(server, await server.createAccount(), 'viewer');
  const passwordHash = await hashPassword(password);
  await server.context.prisma.person.update({ where: { id: member.personId }, data: { passwordHash } });
  hosts += 1;
  address = `198.51.100.${hosts}`;
});
afterAll(() => Promise.all([server.close(), other.close()]));

const signIn = (login: object = {}, { from = address, at = server } = {}) =>
  at
    .request()
    .post('/v1/sessions')
    .set('X-Forwarded-For', from)
    .send({ email: member.email, password, ...login });

/** Attempts with a wrong password, on both servers in turn. */
async function fail(times: number, login: object = {}): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    const at = number % 2 ? other : server;
    expect(await answerOf(signIn({ password: 'wrong', ...login }, { at }))).toEqual(refusal('invalidLogin'));
  }
}

/** Lets the lock of the address end now. */
const endLock = () => server.context.prisma.signInAttempts.updateMany({ data: { lockedUntil: new Date() } });

describe('POST /v1/sessions', () => {
  it('locks one person for one address after too many attempts on all servers, also with the correct password', async () => {
    await fail(LIMITS.signInAttempts);
    const response = await signIn();
    expect(response.status).toBe(429);
    expect(response.body).toMatchObject(refusal('tooManyRequests').body as object);
    const seconds = Number(response.headers['retry-after']);
    expect(seconds).toBeGreaterThan(840);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(await answerOf(signIn({}, { at: other }))).toEqual(refusal('tooManyRequests'));
    // Nobody else is locked out: neither other people there, nor the person elsewhere.
    await signIn({}, { from: '203.0.113.1' }).expect(201);
    member = await createMember(server, await server.createAccount(), 'viewer');
    expect(await answerOf(signIn())).toEqual(refusal('invalidLogin'));
  });

  it('treats unknown addresses like known ones', async () => {
    const login = { email: `unknown-${address}@example.org` };
    await fail(LIMITS.signInAttempts, login);
    expect(await answerOf(signIn(login))).toEqual(refusal('tooManyRequests'));
  });

  it('forgets failures after a success and after an hour', async () => {
    await fail(LIMITS.signInAttempts - 1);
    await signIn().expect(201);
    await fail(LIMITS.signInAttempts - 1);
    await server.context.prisma.signInAttempts.updateMany({ data: { expiresAt: new Date() } });
    await fail(1);
    await signIn().expect(201);
    expect(await server.context.prisma.signInAttempts.count({ where: { attempts: { lt: 1 } } })).toBe(0);
  });
});

describe('PUT /v1/account', () => {
  it('limits guesses of the current password in the same way', async () => {
    const change = (currentPassword: string) =>
      answerOf(
        member.as
          .put('/v1/account')
          .set('X-Forwarded-For', address)
          .send({ password: 'battery staple', currentPassword }),
      );
    for (let number = 0; number < LIMITS.signInAttempts; number += 1) {
      expect(await change('wrong')).toEqual(invalidAt('currentPassword'));
    }
    expect(await change(password)).toEqual(refusal('tooManyRequests'));
    await endLock();
    expect(await change(password)).toEqual(done);
  });
});

describe('countSignInAttempt', () => {
  it('lets no more attempts begin at the same time than are allowed', async () => {
    const attempts = Array.from({ length: LIMITS.signInAttempts * 2 }, (_, number) =>
      countSignInAttempt((number % 2 ? other : server).context, 'a@example.org', address),
    );
    const results = await Promise.allSettled(attempts);
    const begun = results.filter(({ status }) => status === 'fulfilled');
    expect(begun).toHaveLength(LIMITS.signInAttempts);
    await forgetSignInAttempts(server.context, (begun[0] as PromiseFulfilledResult<string>).value);
    await countSignInAttempt(server.context, 'a@example.org', address);
  });

  it('waits twice as long after each further attempt, at most a day', async () => {
    const { context } = server;
    const count = () => countSignInAttempt(context, 'b@example.org', address);
    for (let number = 0; number < LIMITS.signInAttempts; number += 1) await count();
    const waits: number[] = [];
    for (let number = 0; number < 9; number += 1) {
      await expect(count()).rejects.toMatchObject({ error: 'tooManyRequests' });
      await endLock();
      const key = await count();
      const { lockedUntil } = await context.prisma.signInAttempts.findUniqueOrThrow({ where: { key } });
      waits.push(Math.round(((lockedUntil?.getTime() ?? 0) - Date.now()) / 60_000));
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1440, 1440, 1440]);
    expect(LIMITS.signInLockSecondsMax).toBe(1440 * 60);
  });
});
