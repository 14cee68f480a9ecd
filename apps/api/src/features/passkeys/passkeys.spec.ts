import { LIMITS } from '@drover/contract';
import { hashPassword } from '../../auth/passwords';
import { newId } from '../../database/ids';
import { answerOf, conflict, done, invalidAt, notFound, refusal, unauthorized } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { TestAuthenticator } from '../../testing/test-authenticator';
import { createMember, type TestMember } from '../../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

const password = 'correct horse';
let server: TestServer;
let owner: TestAccount;
let member: TestMember;
let passwordHash: string;
/** The address of the console. Passkeys belong to a host name. */
let origin: string;

beforeAll(async () => {
  server = await startTestServer();
  origin = server.url.replace('127.0.0.1', 'localhost');
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  owner = await server.createAccount();
  member = await createMember(server, owner, 'operator');
  await setPassword();
});
afterAll(() => server.close());

const setPassword = () =>
  server.context.prisma.person.update({ where: { id: member.personId }, data: { passwordHash } });

/** A request of the console, with the member's session. */
const byPage = (method: 'get' | 'post' | 'delete', path: string, cookie = member.cookie) =>
  byVisitor(method, path).set('Cookie', cookie);
const byVisitor = (method: 'get' | 'post' | 'delete', path: string) =>
  server
    .request()
    [method](path)
    .set({ Host: new URL(origin).host, Origin: origin });

const newAuthenticator = () => new TestAuthenticator({ origin, rpId: 'localhost' });

async function createChallenge(): Promise<string> {
  const { body } = await byPage('post', '/v1/passkeys/options')
    .send({ currentPassword: password })
    .expect(201);
  return body.options.challenge as string;
}

const register = async (authenticator: TestAuthenticator, name = 'Laptop') =>
  byPage('post', '/v1/passkeys').send({ name, credential: authenticator.register(await createChallenge()) });

async function createSignInChallenge(): Promise<string> {
  const { body } = await byVisitor('post', '/v1/passkeys/sign-in-options').expect(201);
  return body.options.challenge as string;
}

const signIn = async (authenticator: TestAuthenticator, personId = member.personId) =>
  send(authenticator.sign(await createSignInChallenge(), personId));
const send = (credential: object) => byVisitor('post', '/v1/passkeys/sign-in').send({ credential });
const cookieOf = (headers: Record<string, unknown>) => (headers['set-cookie'] as string[])[0].split(';')[0];

describe('POST /v1/passkeys', () => {
  it('registers a passkey, which counts as a second factor', async () => {
    const options = byPage('post', '/v1/passkeys/options').send({ currentPassword: 'wrong' });
    expect(await answerOf(options)).toEqual(invalidAt('currentPassword'));
    const other = await createSession();
    const { body, status } = await register(newAuthenticator(), 'My laptop');
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ _id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'My laptop' },
      ...{ createdAt: expect.any(String), lastUsedAt: null, recoveryCodes: expect.any(Array) },
    });
    expect(body.recoveryCodes).toHaveLength(LIMITS.recoveryCodes);
    // Sessions that began without it have ended.
    expect(await answerOf(byPage('get', '/v1/account', other))).toEqual(unauthorized);
    expect((await byPage('get', '/v1/second-factor')).body).toMatchObject({ isOn: true, hasApp: false });
    const login = { email: member.email, password };
    expect(await answerOf(server.request().post('/v1/sessions').send(login))).toEqual(
      refusal('secondFactorRequired'),
    );
    const second = await register(newAuthenticator());
    expect(second.body.recoveryCodes).toEqual([]);
  });

  it('refuses answers to challenges that were not issued for this person, or that were used', async () => {
    const authenticator = newAuthenticator();
    const create = (challenge: string) =>
      answerOf(
        byPage('post', '/v1/passkeys').send({ name: 'a', credential: authenticator.register(challenge) }),
      );
    const own = await createChallenge();
    expect(await create('AAAA')).toEqual(refusal('invalidPasskey'));
    expect(await create(await createSignInChallenge())).toEqual(refusal('invalidPasskey'));
    const first = member;
    member = await createMember(server, owner, 'viewer');
    await setPassword();
    expect(await create(own)).toEqual(refusal('invalidPasskey'));
    member = first;
    expect(await create(own)).toMatchObject({ status: 201 });
    expect(await create(own)).toEqual(refusal('invalidPasskey'));
    expect(await create(await createChallenge())).toEqual(conflict);
  });

  it.each([
    ['of another site', { origin: 'https://evil.example', rpId: 'localhost' }],
    ['for another host name', { origin: 'same', rpId: 'evil.example' }],
  ])('refuses an answer %s', async (_case, page) => {
    const from = page.origin === 'same' ? origin : page.origin;
    const { status, body } = await register(new TestAuthenticator({ ...page, origin: from }));
    expect({ status, body }).toEqual(refusal('invalidPasskey'));
  });

  it('refuses an authenticator that did not verify who holds it', async () => {
    const { status } = await register(new TestAuthenticator({ origin, rpId: 'localhost' }, 1));
    expect(status).toBe(401);
  });

  it('explains that passkeys need a host name', async () => {
    const byAddress = server
      .request()
      .post('/v1/passkeys/options')
      .set({ Cookie: member.cookie, Origin: server.url })
      .send({ currentPassword: password });
    expect(await answerOf(byAddress)).toEqual(conflict);
    const byUnknownName = server
      .request()
      .post('/v1/passkeys/sign-in-options')
      .set({ Host: 'evil.example', Origin: 'http://evil.example' });
    expect(await answerOf(byUnknownName)).toEqual(refusal('unknownHost'));
  });

  it('limits names, values and the number of passkeys', async () => {
    const { prisma } = server.context;
    const tooLong = 'a'.repeat(LIMITS.passkeyNameChars + 1);
    const credential = newAuthenticator().register('AAAA');
    const create = (body: object) => answerOf(byPage('post', '/v1/passkeys').send(body));
    expect(await create({ name: tooLong, credential })).toEqual(invalidAt('name'));
    const longest = { ...credential, rawId: 'A'.repeat(LIMITS.passkeyResponseChars) };
    expect(await create({ name: 'a', credential: longest })).toEqual(refusal('invalidPasskey'));
    const longer = { ...credential, rawId: `${longest.rawId}A` };
    expect(await create({ name: 'a', credential: longer })).toEqual(invalidAt('credential.rawId'));
    const challenge = await createChallenge();
    const copies = Array.from({ length: LIMITS.passkeys - 1 }, () => newId());
    await prisma.passkey.createMany({
      data: copies.map((id) => ({
        ...{ id, personId: member.personId, name: id, credentialId: id, publicKey: Buffer.from('') },
        ...{ counter: 0n, transports: [] },
      })),
    });
    const name = tooLong.slice(1);
    const [first, second] = [newAuthenticator(), newAuthenticator()];
    const another = await createChallenge();
    expect(await create({ name, credential: first.register(challenge) })).toMatchObject({ status: 201 });
    expect(await create({ name, credential: second.register(another) })).toEqual(conflict);
    const options = byPage('post', '/v1/passkeys/options').send({ currentPassword: password });
    expect(await answerOf(options)).toEqual(conflict);
    expect((await byPage('get', '/v1/passkeys')).body.count).toBe(LIMITS.passkeys);
  });
});

/** Signs in by password, before there is a second factor. */
async function createSession(): Promise<string> {
  const login = { email: member.email, password };
  return cookieOf((await server.request().post('/v1/sessions').send(login).expect(201)).headers);
}

describe('POST /v1/passkeys/sign-in', () => {
  it('signs in without a password and a code', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    const { headers, body, status } = await signIn(authenticator);
    expect(status).toBe(201);
    expect(body.account.email).toBe(member.email);
    await byPage('get', '/v1/devices', cookieOf(headers)).expect(200);
    const [session] = (await byPage('get', '/v1/sessions', cookieOf(headers))).body.items;
    expect(session).toMatchObject({ isCurrent: true, hasSecondFactor: true });
    expect((await byPage('get', '/v1/passkeys')).body.items[0].lastUsedAt).not.toBeNull();
  });

  it('accepts each answer once, also of simultaneous requests', async () => {
    const authenticator = newAuthenticator();
    await register(authenticator);
    const answer = authenticator.sign(await createSignInChallenge(), member.personId);
    const answers = await Promise.all([1, 2, 3].map(() => send(answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
  });

  it('refuses what is forged, copied, foreign or removed', async () => {
    const authenticator = newAuthenticator();
    const { body } = await register(authenticator);
    const refused = refusal('invalidPasskey');
    // Unknown, and signed by another key under a known ID.
    expect(
      await answerOf(send(newAuthenticator().sign(await createSignInChallenge(), member.personId))),
    ).toEqual(refused);
    const forged = newAuthenticator().sign(await createSignInChallenge(), member.personId);
    expect(await answerOf(send({ ...forged, id: authenticator.id, rawId: authenticator.id }))).toEqual(
      refused,
    );
    // Names another person.
    expect(await answerOf(send(authenticator.sign(await createSignInChallenge(), newId())))).toEqual(refused);
    // A challenge of a registration.
    expect(await answerOf(send(authenticator.sign(await createChallenge(), member.personId)))).toEqual(
      refused,
    );
    // A counter that does not grow.
    expect((await signIn(authenticator)).status).toBe(201);
    authenticator.counter -= 1;
    expect((await signIn(authenticator)).status).toBe(401);
    const removal = byPage('delete', `/v1/passkeys/${body._id}`).send({ currentPassword: password });
    expect(await answerOf(removal)).toEqual(done);
    authenticator.counter += 5;
    expect((await signIn(authenticator)).status).toBe(401);
  });
});

describe('DELETE /v1/passkeys/:passkeyId', () => {
  it('removes one of the person, by the password', async () => {
    const { body } = await register(newAuthenticator());
    const remove = (currentPassword: string, cookie = member.cookie) =>
      answerOf(byPage('delete', `/v1/passkeys/${body._id}`, cookie).send({ currentPassword }));
    const other = await createMember(server, owner, 'owner');
    expect(await remove(password, other.cookie)).toEqual(notFound);
    expect((await other.as.get('/v1/passkeys')).body).toEqual({ count: 0, items: [] });
    expect(await remove('wrong')).toEqual(invalidAt('currentPassword'));
    expect(await remove(password)).toEqual(done);
    expect((await byPage('get', '/v1/passkeys')).body).toEqual({ count: 0, items: [] });
    await eventually(async () => {
      const { body: page } = await owner.as.get('/v1/audit?action=passkey.remove').expect(200);
      expect(page.items).toEqual([expect.objectContaining({ targetId: body._id, targetName: body.name })]);
    });
    // The last one was the second factor.
    await createSession();
  });
});

describe('joining with a passkey', () => {
  let token: string;
  const email = () => `${token.slice(-12)}@example.org`;
  const createInvitation = async () =>
    (await owner.as.post('/v1/invitations').send({ role: 'operator' }).expect(201)).body.token as string;
  const createOptions = (changes: object = {}) =>
    byVisitor('post', '/v1/invitations/passkey-options').send({ token, email: email(), ...changes });
  const challengeOf = async (changes: object = {}) =>
    (await createOptions(changes).expect(201)).body.options.challenge as string;
  const accept = (authenticator: TestAuthenticator, challenge: string, changes: object = {}) =>
    byVisitor('post', '/v1/invitations/accept-with-passkey').send({
      ...{ token, email: email(), name: 'Grace', credential: authenticator.register(challenge), ...changes },
    });

  beforeEach(async () => {
    token = await createInvitation();
  });

  describe('POST /v1/invitations/passkey-options', () => {
    it('refuses invalid addresses and unknown invitations', async () => {
      expect(await answerOf(createOptions({ email: 'nobody' }))).toEqual(invalidAt('email'));
      expect(await answerOf(createOptions({ token: 'hmi_unknown' }))).toEqual(refusal('invalidInvitation'));
    });
  });

  describe('POST /v1/invitations/accept-with-passkey', () => {
    it('joins without a password, and signs in with the passkey again', async () => {
      const authenticator = newAuthenticator();
      const { body, headers } = await accept(authenticator, await challengeOf()).expect(201);
      expect(body.account).toMatchObject({ _id: owner.accountId, role: 'operator' });
      expect(body.recoveryCodes).toHaveLength(LIMITS.recoveryCodes);
      await byPage('get', '/v1/devices', cookieOf(headers)).expect(200);
      const personId = body.account.person._id as string;
      expect((await signIn(authenticator, personId)).status).toBe(201);
      const person = await server.context.prisma.person.findUniqueOrThrow({ where: { id: personId } });
      expect(person).toMatchObject({ name: 'Grace', passwordHash: null, secondFactorAt: expect.any(Date) });
      const login = { email: email(), password };
      expect(await answerOf(server.request().post('/v1/sessions').send(login))).toEqual(
        refusal('invalidLogin'),
      );
      expect(await answerOf(createOptions())).toEqual(refusal('invalidInvitation'));
    });

    it('accepts an invitation once, also of simultaneous requests', async () => {
      const challenges = [await challengeOf(), await challengeOf(), await challengeOf()];
      const answers = await Promise.all(challenges.map((challenge) => accept(newAuthenticator(), challenge)));
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses[0]).toBe(201);
      expect(statuses.slice(1).every((status) => status === 404 || status === 409)).toBe(true);
    });

    it('refuses a passkey for another invitation, of another site, or without verification', async () => {
      const refused = refusal('invalidPasskey');
      const challenge = await challengeOf();
      const used = accept(newAuthenticator(), challenge, { token: await createInvitation() });
      expect(await answerOf(used)).toEqual(refused);
      expect(await answerOf(accept(newAuthenticator(), await createChallenge()))).toEqual(refused);
      const foreign = new TestAuthenticator({ origin: 'https://evil.example', rpId: 'localhost' });
      expect(await answerOf(accept(foreign, await challengeOf()))).toEqual(refused);
      const unverified = new TestAuthenticator({ origin, rpId: 'localhost' }, 1);
      expect(await answerOf(accept(unverified, await challengeOf()))).toEqual(refused);
      expect((await accept(newAuthenticator(), challenge)).status).toBe(201);
    });

    it('takes no account that exists, and keeps the invitation', async () => {
      const taken = { email: member.email };
      expect(await answerOf(accept(newAuthenticator(), await challengeOf(taken), taken))).toEqual(conflict);
      await accept(newAuthenticator(), await challengeOf()).expect(201);
    });
  });
});
