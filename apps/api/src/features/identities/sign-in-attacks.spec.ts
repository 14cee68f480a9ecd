import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../auth/passwords';
import { newId } from '../../database/ids';
import { ConsoleVisitor } from '../../testing/console-visitor';
import { answerOf, refusal, unauthorized } from '../../testing/errors';
import { TestIdentityProvider } from '../../testing/identity-provider';
import { freePort } from '../../testing/ports';
import { TestAuthenticator } from '../../testing/test-authenticator';
import { createMember, type TestMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

/**
 * Attacks on signing in that are tried in each way to sign in. Others are beside their features: guesses in
 * `sign-in-attempts.spec.ts`, replayed codes in `second-factor.spec.ts` and `passkeys.spec.ts`, forged callbacks and logout
 * tokens in `identities.spec.ts`, links for passwords in `enumeration.spec.ts`.
 */
const password = 'correct horse';
const domain = `${newId()}.example.org`;
const accounts = { ada: { email: `ada@${domain}`, email_verified: true, name: 'Ada' } };

let server: TestServer;
let owner: TestAccount;
let provider: TestIdentityProvider;
let passwordHash: string;
let victim: TestMember;
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  origin = `http://localhost:${port}`;
  provider = await TestIdentityProvider.start(url, 'works', { accounts });
  const first = await startTestServer();
  owner = await first.createAccount();
  await first.close();
  const providers = JSON.stringify([{ ...provider.settings, workspace: owner.accountId }]);
  const env = { PORT: String(port), PUBLIC_URL: url, DROVER_IDENTITY_PROVIDERS: providers };
  server = await startTestServer(env);
  owner.as = callAs(server.url, owner.token);
  passwordHash = await hashPassword(password);
});
afterAll(async () => {
  await server.close();
  await provider.stop();
});
beforeEach(async () => {
  victim = await createMember(server, owner, 'operator');
  await server.context.prisma.person.update({ where: { id: victim.personId }, data: { passwordHash } });
});

const sessionIn = (cookies: string | string[] = '') => /drover_session=\w+/.exec(String(cookies))?.[0] ?? '';

/** Sends a request of the console with a cookie that somebody planted in the browser. */
const post = (path: string, cookie: string, from = server.url) =>
  server
    .request()
    .post(path)
    .set({ Cookie: cookie, Origin: from, Host: new URL(from).host });

/** Signs in with a planted cookie, and returns the cookie afterwards. */
const ways: Record<string, (planted: string) => Promise<string>> = {
  async 'POST /v1/sessions'(planted) {
    const login = { email: victim.email, password };
    const { headers } = await post('/v1/sessions', planted).send(login).expect(201);
    return sessionIn(headers['set-cookie']);
  },
  async 'POST /v1/passkeys/sign-in'(planted) {
    const authenticator = new TestAuthenticator({ origin, rpId: 'localhost' });
    const start = await post('/v1/passkeys/options', victim.cookie, origin).send({
      currentPassword: password,
    });
    const credential = authenticator.register(start.body.options.challenge as string);
    await post('/v1/passkeys', victim.cookie, origin).send({ name: 'Laptop', credential }).expect(201);
    const { body } = await post('/v1/passkeys/sign-in-options', planted, origin).expect(201);
    const signed = authenticator.sign(body.options.challenge as string, victim.personId);
    const { headers } = await post('/v1/passkeys/sign-in', planted, origin)
      .send({ credential: signed })
      .expect(201);
    return sessionIn(headers['set-cookie']);
  },
  async 'POST /v1/identities/sign-in'(planted) {
    const visitor = new ConsoleVisitor(server);
    visitor.cookie = planted;
    expect((await visitor.complete(provider, 'ada')).status).toBe(201);
    return sessionIn(visitor.cookie);
  },
  async 'POST /v1/invitations/accept'(planted) {
    const { body } = await owner.as.post('/v1/invitations').send({ role: 'viewer' }).expect(201);
    const join = { token: body.token, email: `${newId()}@${domain}`, password, name: 'New' };
    const { headers } = await post('/v1/invitations/accept', planted).send(join).expect(201);
    return sessionIn(headers['set-cookie']);
  },
};

describe.each(Object.entries(ways))('session fixation: %s', (_name, signIn) => {
  it('gives the person a new session, and the planted cookie none of it', async () => {
    const planted = `drover_session=hms_${randomBytes(32).toString('hex')}`;
    const cookie = await signIn(planted);
    expect(cookie).toMatch(/^drover_session=hms_/);
    expect(cookie).not.toBe(planted);
    expect(await answerOf(server.request().get('/v1/account').set('Cookie', planted))).toEqual(unauthorized);
    await server.request().get('/v1/account').set('Cookie', cookie).expect(200);
  });
});

describe.each(Object.entries(ways).filter(([name]) => !name.includes('accept')))(
  'a session of the attacker in the browser: %s',
  (_name, signIn) => {
    it('ends, so that the attacker does not become the person', async () => {
      const attacker = await createMember(server, owner, 'viewer');
      const cookie = await signIn(attacker.cookie);
      expect(cookie).not.toBe(attacker.cookie);
      const planted = server.request().get('/v1/account').set('Cookie', attacker.cookie);
      expect(await answerOf(planted)).toEqual(unauthorized);
    });
  },
);

describe('unknown email addresses', () => {
  it('cost as much time as a wrong password, and get the same answer', async () => {
    const attempt = async (email: string) => {
      const from = performance.now();
      const answer = await answerOf(
        server.request().post('/v1/sessions').send({ email, password: 'a wrong one' }),
      );
      return { answer, ms: performance.now() - from };
    };
    const times = { known: Infinity, unknown: Infinity };
    const ratio = () => times.unknown / times.known;
    const isSimilar = () => ratio() > 0.6 && ratio() < 1.7;
    // The fastest attempts are compared, because other processes slow some down. A busy machine needs more attempts.
    for (let round = 0; round < 8 || (round < 100 && !isSimilar()); round += 1) {
      const known = await attempt(victim.email);
      const unknown = await attempt(`nobody-${victim.email}`);
      expect(known.answer).toEqual(refusal('invalidLogin'));
      expect(unknown.answer).toEqual(refusal('invalidLogin'));
      times.known = Math.min(times.known, known.ms);
      times.unknown = Math.min(times.unknown, unknown.ms);
    }
    expect({ ratio: ratio(), isSimilar: isSimilar() }).toMatchObject({ isSimilar: true });
  });
});
