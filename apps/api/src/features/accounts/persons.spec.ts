import {
  answerOf,
  done,
  invalidAt,
  missingRole,
  notFound,
  refusal,
  unauthorized,
} from '../../testing/errors';
import { createMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterAll(() => server.close());

const password = 'correct horse';

describe('GET and PUT /v1/account of a member', () => {
  it('return and change the person, and rename the workspace only as an admin', async () => {
    const viewer = await createMember(server, owner, 'viewer');
    const { body } = await viewer.as.get('/v1/account').expect(200);
    expect(body).toMatchObject({
      ...{ _id: owner.accountId, name: 'Test', email: viewer.email, role: 'viewer' },
      person: { _id: viewer.personId, name: 'A viewer' },
    });
    expect(await answerOf(viewer.as.put('/v1/account').send({ personName: 'Grace', password }))).toEqual(
      done,
    );
    expect((await viewer.as.get('/v1/account')).body.person.name).toBe('Grace');
    expect(await answerOf(viewer.as.put('/v1/account').send({ name: 'Mine' }))).toEqual(missingRole);
    const login = { email: viewer.email, password };
    const { body: session } = await server.request().post('/v1/sessions').send(login).expect(201);
    expect(session.account).toMatchObject({ _id: owner.accountId, role: 'viewer' });

    const admin = await createMember(server, owner, 'admin');
    expect(await answerOf(admin.as.put('/v1/account').send({ name: 'Ours' }))).toEqual(done);
    expect((await owner.as.get('/v1/account')).body).toMatchObject({ name: 'Ours', email: owner.email });
  });

  it('refuse to change a person by a token of a workspace with several owners', async () => {
    const email = `new-${owner.email}`;
    await createMember(server, owner, 'admin');
    expect(await answerOf(owner.as.put('/v1/account').send({ email }))).toEqual(done);
    await createMember(server, owner, 'owner');
    expect(await answerOf(owner.as.put('/v1/account').send({ email }))).toEqual(refusal('forbidden'));
  });

  it('grant rights in the installation only to owners', async () => {
    const administrator = await server.createAccount({ isAdministrator: true });
    const [admin, other] = [
      await createMember(server, administrator, 'admin'),
      await createMember(server, administrator, 'owner'),
    ];
    const account = { email: `a-${owner.email}`, password };
    expect((await admin.as.get('/v1/account')).body.isAdministrator).toBe(false);
    expect(await answerOf(admin.as.post('/v1/accounts').send(account))).toEqual(refusal('forbidden'));
    await other.as.post('/v1/accounts').send(account).expect(201);
  });
});

describe('POST /v1/sessions of a person without a workspace', () => {
  it('returns 403, and 401 for a wrong password', async () => {
    const member = await createMember(server, owner, 'viewer');
    await member.as.put('/v1/account').send({ password }).expect(204);
    await server.context.prisma.member.delete({ where: { id: member.memberId } });
    const signIn = (attempt: string) =>
      answerOf(server.request().post('/v1/sessions').send({ email: member.email, password: attempt }));
    expect(await signIn(password)).toEqual(refusal('noWorkspace'));
    expect(await signIn('wrong')).toEqual(refusal('invalidLogin'));
    expect(await answerOf(member.as.get('/v1/account'))).toEqual(unauthorized);
  });
});

describe('tokens of a workspace with several members', () => {
  it('have at most the role of the person, and are visible to the person and to admins', async () => {
    const [viewer, admin] = [
      await createMember(server, owner, 'viewer'),
      await createMember(server, owner, 'admin'),
    ];
    const create = (as: typeof viewer.as, body: object) =>
      answerOf(as.post('/v1/tokens').send({ name: 't', ...body }));
    const own = (await create(viewer.as, {})).body as { _id: string; token: string };
    expect(own).toMatchObject({ role: 'viewer', person: { _id: viewer.personId, name: 'A viewer' } });
    expect(await create(viewer.as, { role: 'editor' })).toEqual(missingRole);
    expect(await create(viewer.as, { belongsTo: 'workspace' })).toEqual(missingRole);
    expect(await create(owner.as, { belongsTo: 'person' })).toEqual(invalidAt('belongsTo'));
    const shared = (await create(admin.as, { belongsTo: 'workspace' })).body as {
      _id: string;
      token: string;
    };
    expect(shared).toMatchObject({ role: 'admin', person: null });

    const listed = async (as: typeof viewer.as) =>
      ((await as.get('/v1/tokens').expect(200)).body.items as { _id: string }[]).map(({ _id }) => _id);
    expect(await listed(viewer.as)).toContain(own._id);
    expect(await listed(viewer.as)).not.toContain(shared._id);
    expect(await listed(admin.as)).toEqual(expect.arrayContaining([own._id, shared._id]));
    expect(await answerOf(viewer.as.delete(`/v1/tokens/${shared._id}`))).toEqual(notFound);

    // A token created by a personal token does not gain rights when its person does.
    await server.context.prisma.member.update({ where: { id: viewer.memberId }, data: { role: 'owner' } });
    expect((await callAs(server.url, own.token).get('/v1/account')).body.role).toBe('viewer');
    await server.context.prisma.member.delete({ where: { id: viewer.memberId } });
    expect(await answerOf(callAs(server.url, own.token).get('/v1/account'))).toEqual(unauthorized);
    await callAs(server.url, shared.token).get('/v1/account').expect(200);
  });
});
