import { LIMITS } from '@drover/contract';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { hashPassword } from '../../auth/passwords';
import { newId } from '../../database/ids';
import { ConsoleVisitor } from '../../testing/console-visitor';
import { answerOf, conflict, done, invalidAt, notFound, refusal, unauthorized } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { TestIdentityProvider, type ProviderAccount } from '../../testing/identity-provider';
import { freePort } from '../../testing/ports';
import { createMember, type TestMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { newTotpSecret, totpUri } from '../second-factor/totp';
import { URI, type TOTP } from 'otpauth';

const password = 'correct horse';
/** Email addresses of this run, because specs share a database. */
const domain = `${newId()}.example.org`;
const invalidSignIn = refusal('invalidSignIn');

const person = (name: string, groups: string[] = []): ProviderAccount => ({
  ...{ email: `${name}@${domain}`, email_verified: true, name, groups },
});
const accounts: Record<string, ProviderAccount> = {
  ada: person('ada', ['drover-admins']),
  bob: person('bob', ['drover-viewers', 'others']),
  eve: { ...person('eve'), email_verified: false },
  foreign: { ...person('foreign'), email: `foreign@other.${domain}` },
  guest: person('guest', ['others']),
  dora: person('dora', ['drover-admins']),
  dan: person('dan', ['drover-viewers']),
  taken: person('taken', ['drover-viewers']),
  twin: person('twin', ['drover-viewers']),
};

let server: TestServer;
let owner: TestAccount;
let member: TestMember;
let port: number;
/** Providers: one with roles by claim, and one whose second factor counts. */
let roles: TestIdentityProvider;
let strong: TestIdentityProvider;
let away: TestIdentityProvider;

const groups = { 'drover-admins': 'admin', 'drover-viewers': 'viewer', 'drover-operators': 'operator' };

beforeAll(async () => {
  port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  [roles, strong, away] = await Promise.all(
    ['roles', 'strong', 'away'].map((id) => TestIdentityProvider.start(url, id, { accounts })),
  );
  owner = await createFirstServer();
  const mapping = { scopes: 'openid email profile groups', roleClaim: 'groups', roles: groups };
  const providers = [
    { ...roles.settings, ...mapping, defaultRole: null, emailDomains: [domain], workspace: owner.accountId },
    { ...strong.settings, isSecondFactor: true, defaultRole: 'operator', workspace: owner.accountId },
    { ...away.settings, workspace: owner.accountId },
  ];
  server = await startTestServer({
    ...{ PORT: String(port), PUBLIC_URL: url, DROVER_IDENTITY_PROVIDERS: JSON.stringify(providers) },
  });
  owner.as = callAs(server.url, owner.token);
});
afterAll(async () => {
  await server.close();
  await Promise.all([roles, strong, away].map((provider) => provider.stop()));
});
beforeEach(async () => {
  member = await createMember(server, owner, 'operator');
});

/** Creates the workspace that the settings name. */
async function createFirstServer(): Promise<TestAccount> {
  const first = await startTestServer();
  const account = await first.createAccount();
  await first.close();
  return account;
}

class Visitor extends ConsoleVisitor {
  constructor() {
    super(server);
  }
}

const sessionIn = (visitor: Visitor) => /drover_session=\w+/.exec(visitor.cookie)?.[0] ?? '';

describe('GET /v1/installation', () => {
  it('lists the identity providers by name only', async () => {
    const { body } = await server.request().get('/v1/installation').expect(200);
    expect(body.identityProviders).toEqual([
      { _id: 'roles', name: 'Test roles' },
      { _id: 'strong', name: 'Test strong' },
      { _id: 'away', name: 'Test away' },
    ]);
  });
});

describe('POST /v1/identities/sign-in-start', () => {
  it('sends the browser to the provider with PKCE, state and nonce, and binds it by a cookie', async () => {
    const request = server.request().post('/v1/identities/sign-in-start').send({ providerId: 'roles' });
    const { headers, body } = await request.expect(201);
    const url = new URL(body.url);
    expect(url.origin).toBe(roles.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: 'drover', response_type: 'code', scope: 'openid email profile groups' },
      redirect_uri: `http://127.0.0.1:${port}/sign-in/roles`,
      ...{ code_challenge: expect.stringMatching(/^[\w-]{43}$/), code_challenge_method: 'S256' },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const [cookie] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^drover_sign_in=[0-9a-f]{64}; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/);
  });

  it('refuses unknown providers, and pages of other sites', async () => {
    const start = (providerId: string, origin = server.url) =>
      answerOf(
        server.request().post('/v1/identities/sign-in-start').set('Origin', origin).send({ providerId }),
      );
    expect(await start('unknown')).toEqual(conflict);
    expect(await start('roles', 'https://evil.example')).toEqual(refusal('foreignOrigin'));
  });

  it('explains that a provider is down, and works again after its return', async () => {
    await away.stop();
    const start = () =>
      answerOf(server.request().post('/v1/identities/sign-in-start').send({ providerId: 'away' }));
    expect(await start()).toEqual(refusal('providerUnavailable'));
    await away.restart({ accounts });
    expect(await start()).toMatchObject({ status: 201 });
    const visitor = new Visitor();
    const callback = await visitor.signIn(await visitor.start('away'), 'ada');
    await away.stop();
    expect(await visitor.send('away', callback)).toEqual(refusal('providerUnavailable'));
    await away.restart({ accounts });
  });
});

describe('POST /v1/identities/sign-in', () => {
  it('creates a person with the role of the claims at the first sign-in, and finds it later', async () => {
    const visitor = new Visitor();
    const first = await visitor.complete(roles, 'ada');
    expect(first.status).toBe(201);
    expect(first.body.account).toMatchObject({ _id: owner.accountId, email: `ada@${domain}`, role: 'admin' });
    expect(first.body.account.person.name).toBe('ada');
    const before = sessionIn(visitor);
    const again = await visitor.complete(roles, 'ada');
    expect(again.body.account.person).toEqual(first.body.account.person);
    // A new session replaces the one that the browser had.
    expect(sessionIn(visitor)).not.toBe(before);
    expect(await answerOf(server.request().get('/v1/account').set('Cookie', before))).toEqual(unauthorized);
    await visitor.get('/v1/devices').expect(200);
    await eventually(async () => {
      const { body } = await owner.as.get('/v1/audit?action=member.create').expect(200);
      expect(body.items).toEqual([expect.objectContaining({ targetName: 'ada', personName: 'ada' })]);
    });
  });

  it('applies the role of the claims at each sign-in, and protects the last owner', async () => {
    const { prisma } = server.context;
    const visitor = new Visitor();
    const { body } = await visitor.complete(roles, 'bob');
    expect(body.account.role).toBe('viewer');
    const where = { accountId: owner.accountId, personId: body.account.person._id };
    await prisma.member.updateMany({ where, data: { role: 'editor' } });
    expect((await visitor.complete(roles, 'bob')).body.account.role).toBe('viewer');
    await eventually(async () => {
      const { body: page } = await owner.as.get('/v1/audit?action=member.update').expect(200);
      const changes = [{ field: 'role', before: 'editor', after: 'viewer' }];
      expect(page.items).toEqual([expect.objectContaining({ targetName: 'bob', changes })]);
    });
    await prisma.member.updateMany({ where, data: { role: 'owner' } });
    expect((await visitor.complete(roles, 'bob')).body.account.role).toBe('viewer');
    const owners = { accountId: owner.accountId, role: 'owner' as const };
    await prisma.member.updateMany({ where: owners, data: { role: 'admin' } });
    await prisma.member.updateMany({ where, data: { role: 'owner' } });
    expect((await visitor.complete(roles, 'bob')).body.account.role).toBe('owner');
    await prisma.member.updateMany({ where: { ...owners, NOT: where }, data: { role: 'owner' } });
    await prisma.member.updateMany({
      where: { accountId: owner.accountId, personId: owner.accountId },
      data: { role: 'owner' },
    });
  });

  it('does not let a removed person in again', async () => {
    const visitor = new Visitor();
    const { body } = await visitor.complete(roles, 'twin');
    await server.context.prisma.member.deleteMany({ where: { personId: body.account.person._id } });
    expect(await visitor.complete(roles, 'twin')).toEqual(refusal('noWorkspace'));
  });

  it.each([
    ['without a verified email address', 'strong', 'eve', 'emailNotVerified'],
    ['without a verified address where domains are restricted', 'roles', 'eve', 'emailNotVerified'],
    ['of another domain', 'roles', 'foreign', 'identityNotAllowed'],
    ['without a group that has access', 'roles', 'guest', 'identityNotAllowed'],
  ] as const)('refuses a person %s', async (...[, id, login, error]) => {
    const provider = id === 'roles' ? roles : strong;
    expect(await new Visitor().complete(provider, login)).toEqual(refusal(error));
    expect(await server.context.prisma.person.count({ where: { email: `${login}@${domain}` } })).toBe(0);
  });

  it('never takes over an account that has the same email address', async () => {
    const email = `taken@${domain}`;
    await server.context.prisma.person.update({ where: { id: member.personId }, data: { email } });
    expect(await new Visitor().complete(roles, 'taken')).toEqual(refusal('identityNotLinked'));
  });

  it('lets the directory of the workspace decide about its users', async () => {
    const { body: created } = await owner.as.post('/v1/directory/token').expect(201);
    const scim = callAs(server.url, created.token as string);
    const groupRoles = [{ group: 'Field service', role: 'operator' }];
    await owner.as.put('/v1/directory').send({ defaultRole: 'viewer', roles: groupRoles }).expect(204);
    const user = { userName: `dora@${domain}`, active: true };
    const { body: dora } = await scim.post('/scim/v2/Users').send(user).expect(201);
    const members = [{ value: dora.id }];
    await scim.post('/scim/v2/Groups').send({ displayName: 'Field service', members }).expect(201);
    const activate = (active: boolean) =>
      scim
        .patch(`/scim/v2/Users/${dora.id}`)
        .send({ Operations: [{ op: 'replace', value: { active } }] })
        .expect(200);

    const visitor = new Visitor();
    const first = await visitor.complete(roles, 'dora');
    expect(first.body.account).toMatchObject({ _id: owner.accountId, role: 'operator' });
    await visitor.get('/v1/devices').expect(200);

    await activate(false);
    await visitor.get('/v1/devices').expect(401);
    expect(await visitor.complete(roles, 'dora')).toEqual(refusal('identityNotAllowed'));

    await activate(true);
    expect((await visitor.complete(roles, 'dora')).body.account).toMatchObject({ role: 'operator' });

    // An admin removes her: only the directory lets her in again.
    const personId = first.body.account.person._id;
    await server.context.prisma.member.deleteMany({ where: { personId } });
    expect(await visitor.complete(roles, 'dora')).toEqual(refusal('noWorkspace'));

    // Others go by their claims.
    expect((await new Visitor().complete(roles, 'dan')).body.account).toMatchObject({ role: 'viewer' });
    await owner.as.delete('/v1/directory/token').expect(204);
  });

  it('raises the role of a member of the directory whose address it has verified', async () => {
    const { body: created } = await owner.as.post('/v1/directory/token').expect(201);
    const scim = callAs(server.url, created.token as string);
    const visitor = new Visitor();
    expect((await visitor.complete(roles, 'dan')).body.account).toMatchObject({ role: 'viewer' });
    const { body: dan } = await scim
      .post('/scim/v2/Users')
      .send({ userName: `dan@${domain}` })
      .expect(201);
    const group = { displayName: 'Editors', members: [{ value: dan.id }] };
    await scim.post('/scim/v2/Groups').send(group).expect(201);
    const editors = [{ group: 'Editors', role: 'editor' }];
    await owner.as.put('/v1/directory').send({ defaultRole: 'viewer', roles: editors }).expect(204);
    expect((await visitor.get('/v1/account').expect(200)).body.role).toBe('viewer');
    expect((await visitor.complete(roles, 'dan')).body.account).toMatchObject({ role: 'editor' });
    await owner.as.delete('/v1/directory/token').expect(204);
  });

  it('accepts each callback once, also of simultaneous requests', async () => {
    const visitor = new Visitor();
    const callback = await visitor.signIn(await visitor.start('roles'), 'ada');
    const answers = await Promise.all([1, 2, 3].map(() => visitor.send('roles', callback)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    expect(await visitor.send('roles', callback)).toEqual(invalidSignIn);
  });

  it('refuses the callback in another browser', async () => {
    const visitor = new Visitor();
    const callback = await visitor.signIn(await visitor.start('roles'), 'ada');
    const other = new Visitor();
    expect(await other.send('roles', callback)).toEqual(invalidSignIn);
    await other.start('roles');
    expect(await other.send('roles', callback)).toEqual(invalidSignIn);
    expect((await visitor.send('roles', callback)).status).toBe(201);
  });

  it('refuses a wrong state, nonce, issuer and code, and codes of another sign-in', async () => {
    const visitor = new Visitor();
    const callback = async (change: (url: URL) => void = () => undefined) => {
      const url = new URL(await visitor.start('roles'));
      change(url);
      return visitor.signIn(url.href, 'ada');
    };
    const changed = async (name: string, value: string) => {
      const url = await callback();
      url.searchParams.set(name, value);
      return visitor.send('roles', url);
    };
    expect(await changed('state', 'A'.repeat(43))).toEqual(invalidSignIn);
    expect(await changed('iss', strong.issuer)).toEqual(invalidSignIn);
    expect(await changed('code', 'A'.repeat(43))).toEqual(invalidSignIn);
    const nonce = await callback(({ searchParams }) => searchParams.set('nonce', 'another'));
    expect(await visitor.send('roles', nonce)).toEqual(invalidSignIn);
    // The code of one sign-in with the state of another: its code challenge differs.
    const [first, second] = [await callback(), await callback()];
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(await visitor.send('roles', second)).toEqual(invalidSignIn);
    const missing = await callback();
    missing.searchParams.delete('iss');
    expect(await visitor.send('roles', missing)).toEqual(invalidSignIn);
  });

  it('refuses the callback of one provider for another', async () => {
    const visitor = new Visitor();
    await visitor.start('strong');
    const callback = await visitor.signIn(await visitor.start('roles'), 'ada');
    expect(await visitor.send('strong', callback)).toEqual(invalidSignIn);
    expect((await visitor.send('roles', callback)).status).toBe(201);
  });

  it('reports a sign-in that was canceled at the provider', async () => {
    const visitor = new Visitor();
    const callback = await visitor.cancel(await visitor.start('roles'));
    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect(await visitor.send('roles', callback)).toEqual(refusal('providerRefused'));
  });

  it('refuses a callback that is too old', async () => {
    const visitor = new Visitor();
    const callback = await visitor.signIn(await visitor.start('roles'), 'ada');
    await server.context.prisma.providerSignIn.updateMany({ data: { expiresAt: new Date() } });
    expect(await visitor.send('roles', callback)).toEqual(invalidSignIn);
  });

  it('limits the parameters', async () => {
    const send = (parameters: string) =>
      answerOf(server.request().post('/v1/identities/sign-in').send({ providerId: 'roles', parameters }));
    expect(await send('a'.repeat(LIMITS.callbackChars))).toEqual(invalidSignIn);
    expect(await send('a'.repeat(LIMITS.callbackChars + 1))).toEqual(invalidAt('parameters'));
  });

  it('accepts a new key of the provider at once', async () => {
    expect((await new Visitor().complete(away, 'ada')).status).toBe(409);
    await away.restart({ accounts });
    expect((await new Visitor().complete(away, 'ada')).status).toBe(409);
  });

  it.each([
    [50, 409],
    [-50, 409],
    [-4000, 401],
  ])('accepts a clock that is %d seconds ahead with %d', async (clockSkewSeconds, status) => {
    await away.restart({ accounts, clockSkewSeconds });
    // The email address is that of an account of another provider: the sign-in itself has succeeded with 409.
    expect((await new Visitor().complete(away, 'ada')).status).toBe(status);
    await away.restart({ accounts });
  });
});

describe('the second factor', () => {
  const turnOn = async (personId: string) => {
    const secret = newTotpSecret();
    const { prisma, vault } = server.context;
    const totpSecret = await vault.seal(secret, ['totp', personId]);
    await prisma.person.update({ where: { id: personId }, data: { totpSecret, secondFactorAt: new Date() } });
    return () => (URI.parse(totpUri(secret, 'a')) as TOTP).generate();
  };

  it('of the person is asked for, unless that of the provider counts', async () => {
    const visitor = new Visitor();
    const { body } = await visitor.complete(roles, 'ada');
    const code = await turnOn(body.account.person._id);
    const callback = await visitor.signIn(await visitor.start('roles'), 'ada');
    const send = (more?: { code: string }) => visitor.send('roles', callback, more);
    expect(await send()).toEqual(refusal('secondFactorRequired'));
    expect(await send({ code: '000000' })).toEqual(refusal('invalidCode'));
    expect(await new Visitor().send('roles', callback, { code: code() })).toEqual(invalidSignIn);
    expect(await send({ code: code() })).toMatchObject({ status: 201 });
    expect(await send({ code: code() })).toEqual(invalidSignIn);
    await visitor.get('/v1/devices').expect(200);
    const where = { id: body.account.person._id };
    await server.context.prisma.person.update({ where, data: { totpSecret: null, secondFactorAt: null } });
  });

  it('of the provider meets the requirement of the workspace, where the settings say so', async () => {
    const { prisma } = server.context;
    const where = { id: owner.accountId };
    const by = { ada: new Visitor(), guest: new Visitor() };
    await by.ada.complete(roles, 'ada');
    const { body } = await by.guest.complete(strong, 'guest');
    expect(body.account.role).toBe('operator');
    await prisma.account.update({ where, data: { isSecondFactorRequired: true } });
    expect(await answerOf(by.ada.get('/v1/devices'))).toEqual(refusal('secondFactorMissing'));
    await by.guest.get('/v1/devices').expect(200);
    const { body: account } = await by.guest.get('/v1/account').expect(200);
    expect(account.person.hasSecondFactor).toBe(true);
    // The own second factor is not asked for.
    await turnOn(body.account.person._id);
    expect((await by.guest.complete(strong, 'guest')).status).toBe(201);
    await by.guest.get('/v1/devices').expect(200);
    await prisma.account.update({ where, data: { isSecondFactorRequired: false } });
  });
});

describe('POST /v1/identities', () => {
  /** The browser of the member, who is signed in with a password. */
  const signedIn = async () => {
    const passwordHash = await hashPassword(password);
    await server.context.prisma.person.update({ where: { id: member.personId }, data: { passwordHash } });
    const visitor = new Visitor();
    visitor.cookie = member.cookie;
    return visitor;
  };
  const link = async (visitor: Visitor, login: string) => {
    const body = { providerId: 'strong', currentPassword: password };
    const { headers, body: start } = await visitor.post('/v1/identities/link-start').send(body).expect(201);
    const [cookie] = (headers['set-cookie'] as unknown as string[])[0].split(';');
    visitor.cookie = `${member.cookie}; ${cookie}`;
    return visitor.signIn(start.url as string, login);
  };
  const send = (visitor: Visitor, callback: URL) =>
    visitor.send('strong', callback, { path: '/v1/identities' });

  it('are linked by the password, sign in, and are unlinked with their sessions', async () => {
    const visitor = await signedIn();
    const wrong = visitor
      .post('/v1/identities/link-start')
      .send({ providerId: 'strong', currentPassword: 'x' });
    expect(await answerOf(wrong)).toEqual(invalidAt('currentPassword'));
    const { status, body } = await send(visitor, await link(visitor, 'foreign'));
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ _id: expect.stringMatching(/^[0-9a-f]{24}$/), providerId: 'strong', providerName: 'Test strong' },
      ...{ email: `foreign@other.${domain}`, createdAt: expect.any(String), lastUsedAt: null },
    });
    const other = new Visitor();
    const session = await other.complete(strong, 'foreign');
    expect(session.body.account.person._id).toBe(member.personId);
    const { body: page } = await visitor.get('/v1/identities').expect(200);
    expect(page).toMatchObject({ count: 1, items: [{ _id: body._id, lastUsedAt: expect.any(String) }] });
    const remove = (currentPassword: string, cookie = member.cookie) =>
      answerOf(
        server
          .request()
          .delete(`/v1/identities/${body._id}`)
          .set({ Cookie: cookie, Origin: server.url })
          .send({ currentPassword }),
      );
    const stranger = await createMember(server, owner, 'admin');
    expect(await remove(password, stranger.cookie)).toEqual(notFound);
    expect(await remove('wrong')).toEqual(invalidAt('currentPassword'));
    expect(await remove(password)).toEqual(done);
    expect(await answerOf(other.get('/v1/account'))).toEqual(unauthorized);
    await visitor.get('/v1/account').expect(200);
    await eventually(async () => {
      const { body: entries } = await owner.as.get('/v1/audit?action=identity.remove').expect(200);
      expect(entries.items[0]).toMatchObject({ targetId: body._id, targetName: `foreign@other.${domain}` });
    });
  });

  it('belong to one person, and are linked only by the one who started', async () => {
    const visitor = await signedIn();
    const callback = await link(visitor, 'twin');
    const other = await createMember(server, owner, 'viewer');
    const stolen = new Visitor();
    stolen.cookie = visitor.cookie.replace(member.cookie, other.cookie);
    expect(await send(stolen, callback)).toEqual(invalidSignIn);
    // A callback to link does not sign in.
    expect(await visitor.send('strong', callback)).toEqual(invalidSignIn);
    expect((await send(visitor, callback)).status).toBe(201);
    member = other;
    const second = await signedIn();
    expect(await send(second, await link(second, 'twin'))).toEqual(conflict);
  });

  it('are limited in number', async () => {
    const visitor = await signedIn();
    const rows = Array.from({ length: LIMITS.identities - 1 }, () => newId());
    const { personId } = member;
    await server.context.prisma.identity.createMany({
      data: rows.map((id) => ({
        id,
        personId,
        providerId: 'gone',
        issuer: 'https://gone.example',
        subject: id,
      })),
    });
    expect((await send(visitor, await link(visitor, 'eve'))).status).toBe(201);
    const full = visitor
      .post('/v1/identities/link-start')
      .send({ providerId: 'strong', currentPassword: password });
    expect(await answerOf(full)).toEqual(conflict);
    const { body } = await visitor.get('/v1/identities').expect(200);
    expect(body.count).toBe(LIMITS.identities);
    expect(body.items.at(-1).providerName).toBe('gone.example');
  });

  it('stay if they are the last way to sign in', async () => {
    const visitor = new Visitor();
    await visitor.complete(roles, 'ada');
    const { body } = await visitor.get('/v1/identities').expect(200);
    const remove = server
      .request()
      .delete(`/v1/identities/${body.items[0]._id}`)
      .set(visitor.headers())
      .send({});
    expect(await answerOf(remove)).toEqual(conflict);
    expect((await visitor.get('/v1/identities')).body.count).toBe(1);
  });
});

describe('POST /v1/identities/sign-out', () => {
  it('ends the session, and returns where the one at the provider can be ended', async () => {
    const visitor = new Visitor();
    await visitor.complete(roles, 'ada');
    const cookie = sessionIn(visitor);
    const { body } = await visitor.post('/v1/identities/sign-out').expect(200);
    const url = new URL(body.url as string);
    expect(url.origin).toBe(roles.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: 'drover', post_logout_redirect_uri: `${server.url}/` },
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    const claims = decodeJwt(url.searchParams.get('id_token_hint') ?? '');
    expect(claims).toMatchObject({ iss: roles.issuer, aud: 'drover', sub: 'ada' });
    expect(await answerOf(server.request().get('/v1/account').set('Cookie', cookie))).toEqual(unauthorized);
    expect((await visitor.signOut(url.href)).href).toBe(`${server.url}/`);
    const local = server
      .request()
      .post('/v1/identities/sign-out')
      .set({ Cookie: member.cookie, Origin: server.url });
    expect(await answerOf(local)).toEqual({ status: 200, body: { url: null } });
  });
});

describe('the ID token of a session', () => {
  it('is stored encrypted, bound to its account, and not without a key', async () => {
    const { prisma, vault } = server.context;
    const visitor = new Visitor();
    const { body } = await visitor.complete(roles, 'ada');
    const where = { issuer: roles.issuer, token: { personId: body.account.person._id } };
    const find = () => prisma.providerSession.findFirstOrThrow({ where, orderBy: { tokenId: 'desc' } });
    const { idToken, tokenId } = await find();
    const sealed = Buffer.from(idToken ?? []);
    expect(sealed.toString('latin1')).not.toContain('eyJ');
    expect(await vault.open(sealed, ['id-token', roles.issuer, 'ada'])).toMatch(/^eyJ/);
    await expect(vault.open(sealed, ['id-token', roles.issuer, 'bob'])).rejects.toThrow();
    // With a key that the server does not have any more, the provider gets no hint.
    await prisma.providerSession.update({ where: { tokenId }, data: { idToken: Buffer.from('other key') } });
    const { body: signedOut } = await visitor.post('/v1/identities/sign-out').expect(200);
    expect(new URL(signedOut.url as string).searchParams.get('id_token_hint')).toBeNull();
  });
});

describe('GET /v1/identities/front-channel-logout', () => {
  const load = (query: Record<string, string>) =>
    server
      .request()
      .get('/v1/identities/front-channel-logout')
      .query(query)
      // As a browser asks for a frame in a page of another site.
      .set({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe' });
  /** The session at the provider with which the newest session of a person began. */
  const sidOf = async (personId: string) => {
    const query = {
      where: { issuer: roles.issuer, token: { personId } },
      orderBy: { tokenId: 'desc' as const },
    };
    return (await server.context.prisma.providerSession.findFirstOrThrow(query)).sid ?? '';
  };

  it('ends the one session that the provider names, in a frame of its page', async () => {
    const [visitor, other] = [new Visitor(), new Visitor()];
    const { body } = await visitor.complete(roles, 'bob');
    const sid = await sidOf(body.account.person._id);
    await other.complete(roles, 'bob');
    const answer = await load({ iss: roles.issuer, sid }).expect(200);
    expect(answer.body).toEqual({ sessions: 1 });
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors *");
    expect(answer.headers).not.toHaveProperty('x-frame-options');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await answerOf(visitor.get('/v1/account'))).toEqual(unauthorized);
    await other.get('/v1/account').expect(200);
    expect((await load({ iss: roles.issuer, sid }).expect(200)).body).toEqual({ sessions: 0 });
  });

  it('ends nothing for another provider, without both names, and by HEAD', async () => {
    const visitor = new Visitor();
    const { body } = await visitor.complete(roles, 'bob');
    const sid = await sidOf(body.account.person._id);
    expect(await answerOf(load({ iss: 'https://evil.example', sid }))).toEqual(refusal('invalidLogoutToken'));
    expect(await answerOf(load({ iss: roles.issuer, sid: '\0' }))).toEqual(refusal('invalidLogoutToken'));
    expect(await answerOf(load({ iss: roles.issuer }))).toEqual(invalidAt('sid'));
    expect(await answerOf(load({ sid }))).toEqual(invalidAt('iss'));
    expect((await load({ iss: strong.issuer, sid }).expect(200)).body).toEqual({ sessions: 0 });
    const query = new URLSearchParams({ iss: roles.issuer, sid }).toString();
    await server.request().head(`/v1/identities/front-channel-logout?${query}`).expect(404);
    await visitor.get('/v1/account').expect(200);
  });
});

describe('POST /v1/identities/logout', () => {
  it('ends the sessions when the person signs out at the provider', async () => {
    const visitor = new Visitor();
    await visitor.complete(roles, 'ada');
    const other = new Visitor();
    await other.complete(roles, 'ada');
    await visitor.get('/v1/account').expect(200);
    await visitor.signOut(`${roles.issuer}/session/end`);
    await eventually(async () => {
      expect(await answerOf(visitor.get('/v1/account'))).toEqual(unauthorized);
    });
    // The session of the other browser at the provider goes on.
    await other.get('/v1/account').expect(200);
    await eventually(async () => {
      const { body } = await owner.as.get('/v1/audit?action=identity.end-sessions').expect(200);
      expect(body.items[0]).toMatchObject({ personName: 'ada' });
    });
  });

  describe('with tokens of a provider whose key is known', () => {
    const event = 'http://schemas.openid.net/event/backchannel-logout';
    let issuer: string;
    let documents: Server;
    let sign: (claims: object, header?: object) => Promise<string>;
    let own: TestServer;

    beforeAll(async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256');
      const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }];
      documents = createServer((request, response) => {
        const isKeys = request.url === '/keys';
        const about = { issuer, jwks_uri: `${issuer}/keys`, authorization_endpoint: `${issuer}/a` };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(isKeys ? { keys } : about));
      }).listen(0, '127.0.0.1');
      await once(documents, 'listening');
      issuer = `http://127.0.0.1:${(documents.address() as { port: number }).port}`;
      sign = (claims, header = {}) =>
        new SignJWT({
          iss: issuer,
          aud: 'drover',
          iat: Math.floor(Date.now() / 1000),
          jti: newId(),
          ...claims,
        })
          .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
          .sign(privateKey);
      const providers = [{ id: 'signed', name: 'Signed', issuer, clientId: 'drover' }];
      own = await startTestServer({ DROVER_IDENTITY_PROVIDERS: JSON.stringify(providers) });
    });
    afterAll(async () => {
      await own.close();
      documents.close();
    });

    const send = (token: string) =>
      answerOf(own.request().post('/v1/identities/logout').type('form').send({ logout_token: token }));
    const refused = refusal('invalidLogoutToken');
    const events = { [event]: {} };

    async function createSession(subject: string, sid: string): Promise<string> {
      const created = await createMember(server, owner, 'viewer');
      const session = await server.context.prisma.accessToken.findFirstOrThrow({
        where: { personId: created.personId, kind: 'session' },
      });
      await server.context.prisma.providerSession.create({
        data: { tokenId: session.id, providerId: 'signed', issuer, subject, sid },
      });
      return created.cookie;
    }
    const isSignedIn = async (cookie: string) =>
      (await server.request().get('/v1/account').set('Cookie', cookie)).status === 200;

    it('ends one session by its ID, or all of a person', async () => {
      const [first, second] = [await createSession('ada', 's1'), await createSession('ada', 's2')];
      const bystander = await createSession('bob', 's3');
      const ended = (sessions: number) => ({ status: 200, body: { sessions } });
      expect(await send(await sign({ events, sub: 'ada', sid: 's1' }))).toEqual(ended(1));
      expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true]);
      expect(await send(await sign({ events, sid: 's2' }, { typ: 'logout+jwt' }))).toEqual(ended(1));
      const third = await createSession('ada', 's4');
      expect(await send(await sign({ events, sub: 'ada' }))).toEqual(ended(1));
      expect([await isSignedIn(third), await isSignedIn(bystander)]).toEqual([false, true]);
    });

    it('accepts each token once', async () => {
      const token = await sign({ events, sub: 'nobody' });
      expect(await send(token)).toEqual({ status: 200, body: { sessions: 0 } });
      expect(await send(token)).toEqual(refused);
    });

    it('refuses other tokens', async () => {
      const cookie = await createSession('carol', 's5');
      const now = Math.floor(Date.now() / 1000);
      const claims = { events, sub: 'carol' };
      const tokens = await Promise.all([
        sign({ sub: 'carol' }),
        sign({ ...claims, events: { other: {} } }),
        sign({ ...claims, nonce: 'of an ID token' }),
        sign({ events }),
        sign({ ...claims, aud: 'somebody' }),
        sign({ ...claims, iss: 'https://evil.example' }),
        sign({ ...claims, iat: now - 600 }),
        sign({ ...claims, iat: now + 600 }),
        sign({ ...claims, exp: now - 120 }),
        sign({ ...claims, jti: undefined }),
        sign({ ...claims, sid: 5 }),
        sign({ ...claims, sub: '\0' }),
        sign(claims, { typ: 'at+jwt' }),
        sign(claims, { kid: 'two' }),
      ]);
      const signed = await sign(claims);
      const unsigned = [{ alg: 'none' }, { iss: issuer, aud: 'drover', iat: now, jti: 'a', ...claims }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      tokens.push(`${signed.slice(0, -4)}AAAA`, `${unsigned}.`, 'no token', '');
      for (const token of tokens) expect(await send(token)).toEqual(refused);
      expect(await isSignedIn(cookie)).toBe(true);
    });
  });
});

describe('DROVER_PASSWORD_SIGN_IN=owners', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startTestServer({
      ...{ DROVER_PASSWORD_SIGN_IN: 'owners', DROVER_IDENTITY_PROVIDERS: JSON.stringify([roles.settings]) },
    });
  });
  afterAll(() => strict.close());

  it('refuses passwords of all but owners, and new people', async () => {
    const signIn = async (role: 'owner' | 'admin', sent = password) => {
      const { email, personId } = await createMember(server, owner, role);
      const passwordHash = await hashPassword(password);
      await server.context.prisma.person.update({ where: { id: personId }, data: { passwordHash } });
      return answerOf(strict.request().post('/v1/sessions').send({ email, password: sent }));
    };
    expect(await signIn('admin')).toEqual(refusal('singleSignOnRequired'));
    expect(await signIn('admin', 'wrong')).toEqual(refusal('invalidLogin'));
    expect(await signIn('owner')).toMatchObject({ status: 201 });
    const { body } = await owner.as.post('/v1/invitations').send({ role: 'viewer' }).expect(201);
    const join = { token: body.token, email: `${newId()}@example.org`, password };
    expect(await answerOf(strict.request().post('/v1/invitations/accept').send(join))).toEqual(
      refusal('singleSignOnRequired'),
    );
  });
});
