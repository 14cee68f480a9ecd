import { hashPassword } from '../../auth/passwords';
import { newId } from '../../database/ids';
import { ConsoleVisitor } from '../../testing/console-visitor';
import { answerOf, conflict, done, refusal } from '../../testing/errors';
import { TestIdentityProvider } from '../../testing/identity-provider';
import { freePort } from '../../testing/ports';
import { createMember, type TestMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';

const domain = `${newId()}.example.org`;
const password = 'correct horse';
const verified = (name: string) => ({ email: `${name}@${domain}`, email_verified: true, name });
const accounts = { ada: verified('ada'), bob: verified('bob'), eve: verified('eve') };
const refused = refusal('singleSignOnMissing');

let server: TestServer;
let owner: TestAccount;
let works: TestIdentityProvider;
let other: TestIdentityProvider;
let member: TestMember;
let sso: ConsoleVisitor;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  [works, other] = await Promise.all(
    ['works', 'other'].map((id) => TestIdentityProvider.start(url, id, { accounts })),
  );
  const first = await startTestServer();
  owner = await first.createAccount();
  const stranger = await first.createAccount();
  await first.close();
  const providers = [
    { ...works.settings, workspace: owner.accountId, defaultRole: 'operator' },
    { ...other.settings, workspace: stranger.accountId },
  ];
  const env = { PORT: String(port), PUBLIC_URL: url, DROVER_IDENTITY_PROVIDERS: JSON.stringify(providers) };
  server = await startTestServer(env);
  owner.as = callAs(server.url, owner.token);
});
afterAll(async () => {
  await server.close();
  await Promise.all([works, other].map((provider) => provider.stop()));
});
beforeEach(async () => {
  member = await createMember(server, owner, 'admin');
  sso = new ConsoleVisitor(server);
  await sso.complete(works, 'ada');
});
afterEach(() => setRequired(false));

const setRequired = (isSingleSignOnRequired: boolean, as = owner.as) =>
  answerOf(as.put('/v1/account').send({ isSingleSignOnRequired }));
const by = (cookie: string, method: 'get' | 'post' | 'put', path: string) =>
  server.request()[method](path).set({ Cookie: cookie, Origin: server.url });
const devices = (cookie: string) => answerOf(by(cookie, 'get', '/v1/devices'));
const setPassword = async (personId: string, more: { email?: string; secondFactorAt?: Date } = {}) => {
  const passwordHash = await hashPassword(password);
  await server.context.prisma.person.update({ where: { id: personId }, data: { passwordHash, ...more } });
};

describe('a workspace that requires single sign-on', () => {
  it('refuses sessions that began otherwise, and ends their event streams', async () => {
    const watcher = await TestWatcher.open(server.url, { cookie: member.cookie });
    const kept = await TestWatcher.open(server.url, { cookie: sso.cookie });
    expect(await setRequired(true)).toEqual(done);
    await watcher.ended();
    expect(await devices(member.cookie)).toEqual(refused);
    expect(await answerOf(by(member.cookie, 'get', '/v1/events'))).toEqual(refused);
    expect(
      await answerOf(by(member.cookie, 'post', '/v1/tokens').send({ name: 'x', scopes: ['read'] })),
    ).toEqual(refused);
    expect(await devices(sso.cookie)).toMatchObject({ status: 200 });
    expect(kept.response.destroyed).toBe(false);
    await kept.close();
    // Access tokens go on.
    await member.as.get('/v1/devices').expect(200);
    await owner.as.get('/v1/devices').expect(200);
    const { body } = await by(member.cookie, 'get', '/v1/account').expect(200);
    expect(body).toMatchObject({ isSingleSignOnRequired: true, person: { lacksSingleSignOn: true } });
    const { body: account } = await by(sso.cookie, 'get', '/v1/account').expect(200);
    expect(account.person.lacksSingleSignOn).toBe(false);
    await by(member.cookie, 'get', '/v1/workspaces').expect(200);
    await by(member.cookie, 'post', '/v1/identities/sign-out').expect(200);
  });

  it('says so when somebody signs in with a password', async () => {
    await setPassword(member.personId);
    await setRequired(true);
    const login = { email: member.email, password };
    const { body } = await server.request().post('/v1/sessions').send(login).expect(201);
    expect(body.account.person.lacksSingleSignOn).toBe(true);
  });

  it('does not accept the provider of another workspace', async () => {
    await setRequired(true);
    const { personId } = member;
    const { prisma } = server.context;
    const subject = 'eve';
    const identity = { id: newId(), personId, providerId: 'other', issuer: other.issuer, subject };
    await prisma.identity.create({ data: identity });
    await prisma.person.update({ where: { id: personId }, data: { email: `eve@${domain}` } });
    const visitor = new ConsoleVisitor(server);
    const { body } = await visitor.complete(other, 'eve');
    expect(body.account).toMatchObject({ _id: owner.accountId, person: { lacksSingleSignOn: true } });
    expect(await devices(visitor.cookie)).toEqual(refused);
    await prisma.identity.delete({ where: { id: identity.id } });
  });

  it('lets owners enter with a second factor, and not without', async () => {
    await setRequired(true);
    const own = await createMember(server, owner, 'owner');
    expect(await devices(own.cookie)).toEqual(refused);
    const where = { id: own.personId };
    // The session that set the second factor up has it.
    await server.context.prisma.person.update({ where, data: { secondFactorAt: new Date() } });
    await server.context.prisma.accessToken.updateMany({
      where: { personId: own.personId },
      data: { hasSecondFactor: true },
    });
    expect(await devices(own.cookie)).toMatchObject({ status: 200 });
    const turnOff = by(own.cookie, 'put', '/v1/account').send({ isSingleSignOnRequired: false });
    expect(await answerOf(turnOff)).toEqual(done);
    expect(await devices(member.cookie)).toMatchObject({ status: 200 });
  });

  it('lets members link the account with their own address only', async () => {
    await setPassword(member.personId, { email: `bob@${domain}` });
    await setRequired(true);
    const link = async (login: string) => {
      const visitor = new ConsoleVisitor(server);
      visitor.cookie = member.cookie;
      const body = { providerId: 'works', currentPassword: password };
      const { headers, body: start } = await visitor.post('/v1/identities/link-start').send(body).expect(201);
      const [cookie] = (headers['set-cookie'] as unknown as string[])[0].split(';');
      visitor.cookie = `${member.cookie}; ${cookie}`;
      const callback = await visitor.signIn(start.url as string, login);
      return visitor.send('works', callback, { path: '/v1/identities' });
    };
    expect(await link('eve')).toEqual(refusal('identityNotAllowed'));
    expect(await link('bob')).toMatchObject({ status: 201 });
    expect(await devices(member.cookie)).toEqual(refused);
    const visitor = new ConsoleVisitor(server);
    await visitor.complete(works, 'bob');
    const { body } = await visitor.get('/v1/account').expect(200);
    expect(body.person._id).toBe(member.personId);
    expect(await devices(visitor.cookie)).toMatchObject({ status: 200 });
  });

  it('is set by admins who could still enter, and only with a provider', async () => {
    const turnOn = (cookie: string) =>
      answerOf(by(cookie, 'put', '/v1/account').send({ isSingleSignOnRequired: true }));
    expect(await turnOn(member.cookie)).toEqual(conflict);
    expect(await turnOn(sso.cookie)).toEqual(refusal('missingRole'));
    const elsewhere = await server.createAccount();
    const without = elsewhere.as.put('/v1/account').send({ isSingleSignOnRequired: true });
    expect(await answerOf(without)).toEqual(conflict);
    const where = { accountId: owner.accountId, person: { email: `ada@${domain}` } };
    await server.context.prisma.member.updateMany({ where, data: { role: 'admin' } });
    expect(await turnOn(sso.cookie)).toEqual(done);
    await server.context.prisma.member.updateMany({ where, data: { role: 'operator' } });
  });
});
