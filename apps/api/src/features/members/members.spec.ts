import { LIMITS, type CreatedInvitation, type Member } from '@drover/contract';
import supertest, { type Agent } from 'supertest';
import {
  answerOf,
  conflict,
  done,
  invalidAt,
  missingRole,
  notFound,
  refusal,
  unauthorized,
} from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { createMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';

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
const members = async (as: Agent) => (await as.get('/v1/members').expect(200)).body.items as Member[];
const ownerOf = async (as: Agent) => (await members(as)).find(({ role }) => role === 'owner') as Member;

/** Requests of the browser of a session. */
const withCookie = (cookie: string) =>
  supertest.agent(server.url).set({ Cookie: cookie, Origin: server.url });

async function invite(as: Agent, body: object = { role: 'operator' }): Promise<CreatedInvitation> {
  return (await as.post('/v1/invitations').send(body).expect(201)).body as CreatedInvitation;
}

const lookUp = ({ token }: CreatedInvitation) =>
  server.request().post('/v1/invitations/lookup').send({ token });

const accept = (body: object) => answerOf(server.request().post('/v1/invitations/accept').send(body));

describe('GET /v1/members', () => {
  it('lists the people of the workspace, and when they were there last', async () => {
    const member = await createMember(server, owner, 'viewer');
    await member.as.get('/v1/devices').expect(200);
    await eventually(async () =>
      expect(await members(member.as)).toEqual([
        {
          ...{ _id: member.memberId, personId: member.personId, name: 'A viewer', email: member.email },
          ...{
            role: 'viewer',
            groups: [],
            hasSecondFactor: false,
            createdAt: expect.any(String),
            lastSeenAt: expect.stringMatching(/Z$/),
          },
        },
        expect.objectContaining({ email: owner.email, role: 'owner', lastSeenAt: null }),
      ]),
    );
  });
});

describe('PUT /v1/members/:memberId', () => {
  it('changes a role at once, to at most the role of the caller', async () => {
    const [admin, other] = [
      await createMember(server, owner, 'admin'),
      await createMember(server, owner, 'viewer'),
    ];
    const path = `/v1/members/${other.memberId}`;
    expect(await answerOf(other.as.post('/v1/devscripts'))).toEqual(missingRole);
    expect(await answerOf(admin.as.put(path).send({ role: 'editor' }))).toEqual(done);
    await other.as.post('/v1/devscripts').expect(201);
    expect(await answerOf(admin.as.put(path).send({ role: 'owner' }))).toEqual(missingRole);
    expect(await answerOf(admin.as.put(path).send({ role: 'king' }))).toEqual(invalidAt('role'));
    const { _id: ownerId } = await ownerOf(owner.as);
    expect(await answerOf(admin.as.put(`/v1/members/${ownerId}`).send({ role: 'viewer' }))).toEqual(
      missingRole,
    );
    expect(await answerOf(owner.as.put(`/v1/members/${ownerId}`).send({ role: 'viewer' }))).toEqual(conflict);
    const { body } = await owner.as.get('/v1/audit?action=member.update').expect(200);
    expect(body.items).toMatchObject([
      {
        ...{
          targetId: other.memberId,
          targetName: 'A viewer',
          personId: admin.personId,
          personName: 'A admin',
        },
        changes: [{ field: 'role', before: 'viewer', after: 'editor' }],
      },
    ]);
  });
});

describe('DELETE /v1/members/:memberId', () => {
  it('ends sessions, tokens and event streams on every server', async () => {
    const second = await startTestServer();
    try {
      const member = await createMember(server, owner, 'editor');
      const invitation = await invite((await createMember(server, owner, 'admin')).as, { role: 'viewer' });
      const watchers = await Promise.all(
        [server, second].map(({ url }) => TestWatcher.open(url, { token: member.token })),
      );
      const ends = watchers.map(
        ({ response }) => new Promise<void>((resolve) => response.once('close', () => resolve())),
      );
      expect(await answerOf(owner.as.delete(`/v1/members/${member.memberId}`))).toEqual(done);
      for (const { url } of [server, second]) {
        expect(await answerOf(callAs(url, member.token).get('/v1/devices'))).toEqual(unauthorized);
        const session = supertest(url).get('/v1/devices').set('Cookie', member.cookie);
        expect(await answerOf(session)).toEqual(unauthorized);
      }
      await Promise.all(ends);
      expect(await answerOf(owner.as.delete(`/v1/members/${member.memberId}`))).toEqual(notFound);
      expect((await owner.as.get('/v1/invitations')).body.items).toMatchObject([{ _id: invitation._id }]);
    } finally {
      await second.close();
    }
  });

  it('removes the invitations of the member, and keeps the last owner', async () => {
    const admin = await createMember(server, owner, 'admin');
    const { token } = await invite(admin.as);
    await owner.as.delete(`/v1/members/${admin.memberId}`).expect(204);
    expect(await accept({ token, email: `a${owner.email}`, password })).toEqual(refusal('invalidInvitation'));
    const { _id } = await ownerOf(owner.as);
    expect(await answerOf(owner.as.delete(`/v1/members/${_id}`))).toEqual(conflict);
  });

  it('keeps one owner when two owners remove each other', async () => {
    const other = await createMember(server, owner, 'owner');
    const all = await members(owner.as);
    const answers = await Promise.all(all.map(({ _id }) => answerOf(owner.as.delete(`/v1/members/${_id}`))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await members(owner.as)).toHaveLength(1);
    expect(all.map(({ _id }) => _id)).toContain(other.memberId);
  });
});

describe('POST /v1/members/:memberId/transfer', () => {
  it('makes the member the owner and the caller an admin', async () => {
    const [first, second] = [
      await createMember(server, owner, 'owner'),
      await createMember(server, owner, 'viewer'),
    ];
    expect(await answerOf(first.as.post(`/v1/members/${second.memberId}/transfer`))).toEqual(done);
    expect((await first.as.get('/v1/account')).body.role).toBe('admin');
    expect((await second.as.get('/v1/account')).body.role).toBe('owner');
    expect(await answerOf(second.as.post(`/v1/members/${second.memberId}/transfer`))).toEqual(conflict);
    expect(await answerOf(owner.as.post(`/v1/members/${first.memberId}/transfer`))).toEqual(conflict);
  });
});

describe('invitations', () => {
  it('let a new person join once', async () => {
    const { token, ...invitation } = await invite(owner.as, { role: 'operator', name: 'Grace' });
    expect(token).toMatch(/^hmi_[0-9a-f]{64}$/);
    expect((await owner.as.get('/v1/invitations').expect(200)).body).toEqual({
      count: 1,
      items: [invitation],
    });
    const { body: offer } = await server.request().post('/v1/invitations/lookup').send({ token }).expect(200);
    expect(offer).toEqual({ workspace: 'Test', role: 'operator', expiresAt: invitation.expiresAt });

    const emails = ['a', 'b', 'c'].map((letter) => `${letter}${owner.email}`);
    const answers = await Promise.all(
      emails.map((email) => accept({ token, email, password, name: 'Grace' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
    const joined = answers.find(({ status }) => status === 201) as { body: { account: { email: string } } };
    expect(joined.body.account).toMatchObject({
      _id: owner.accountId,
      role: 'operator',
      person: { name: 'Grace' },
    });
    const login = { email: joined.body.account.email, password };
    await server.request().post('/v1/sessions').send(login).expect(201);
    expect(await members(owner.as)).toHaveLength(2);
  });

  it('let a person with a password join, and not with a wrong one', async () => {
    const other = await server.createAccount();
    await other.as.put('/v1/account').send({ password }).expect(204);
    const { token } = await invite(owner.as);
    expect(await accept({ token, email: other.email, password: 'wrong password' })).toEqual(
      refusal('invalidLogin'),
    );
    expect(await accept({ token })).toEqual(invalidAt('email'));
    expect(await accept({ token, email: other.email })).toEqual(invalidAt('password'));
    expect(await accept({ token, email: other.email.toUpperCase(), password })).toMatchObject({
      ...{ status: 201, body: { account: { _id: owner.accountId, email: other.email } } },
    });
    const again = await invite(owner.as);
    expect(await accept({ token: again.token, email: other.email, password })).toEqual(conflict);
  });

  it('expire, are revoked, and grant at most the role of the caller', async () => {
    const admin = await createMember(server, owner, 'admin');
    const create = (body: object) => answerOf(admin.as.post('/v1/invitations').send(body));
    expect(await create({ role: 'admin' })).toMatchObject({ status: 201 });
    expect(await create({ role: 'owner' })).toEqual(invalidAt('role'));
    expect(await create({ role: 'viewer', expiresIn: LIMITS.invitationSecondsMax + 1 })).toEqual(
      invalidAt('expiresIn'),
    );
    const [revoked, expired] = [await invite(admin.as), await invite(admin.as)];
    expect(await answerOf(admin.as.delete(`/v1/invitations/${revoked._id}`))).toEqual(done);
    await server.context.prisma.invitation.update({
      where: { id: expired._id },
      data: { expiresAt: new Date(0) },
    });
    for (const { token } of [revoked, expired, { token: 'hmi_x' }]) {
      expect(await accept({ token, email: `z${owner.email}`, password })).toEqual(
        refusal('invalidInvitation'),
      );
      const lookUp = server.request().post('/v1/invitations/lookup').send({ token });
      expect(await answerOf(lookUp)).toEqual(refusal('invalidInvitation'));
    }
  });
});

describe('workspaces', () => {
  it('GET /v1/workspaces and POST /v1/workspaces/:workspaceId/switch move a session', async () => {
    const other = await server.createAccount();
    const member = await createMember(server, other, 'owner');
    const browser = withCookie(member.cookie);
    const { token } = await invite(owner.as);
    const { headers } = await browser.post('/v1/invitations/accept').send({ token }).expect(201);
    const former = supertest(server.url).get('/v1/account').set('Cookie', member.cookie);
    expect(await answerOf(former)).toEqual(unauthorized);
    const joined = withCookie(headers['set-cookie']?.[0]?.split(';')[0] ?? '');
    const list = async () => (await joined.get('/v1/workspaces').expect(200)).body.items as object[];
    expect(await list()).toEqual([
      { _id: other.accountId, name: 'Test', role: 'owner', isCurrent: false },
      { _id: owner.accountId, name: 'Test', role: 'operator', isCurrent: true },
    ]);
    expect(await answerOf(joined.post(`/v1/workspaces/${other.accountId}/switch`))).toEqual(done);
    expect((await joined.get('/v1/account')).body).toMatchObject({ _id: other.accountId, role: 'owner' });
    const stranger = await server.createAccount();
    expect(await answerOf(joined.post(`/v1/workspaces/${stranger.accountId}/switch`))).toEqual(notFound);
    expect((await owner.as.get('/v1/workspaces')).body).toEqual({
      count: 1,
      items: [{ _id: owner.accountId, name: 'Test', role: 'owner', isCurrent: true }],
    });
    expect(await answerOf(owner.as.post(`/v1/workspaces/${owner.accountId}/switch`))).toEqual(conflict);
  });

  it('POST /v1/workspaces creates one for administrators', async () => {
    const administrator = await server.createAccount({ isAdministrator: true });
    const [member, other] = [
      await createMember(server, administrator, 'owner'),
      await createMember(server, owner, 'owner'),
    ];
    const create = (as: Agent) => answerOf(as.post('/v1/workspaces').send({ name: 'Berlin' }));
    const created = await create(member.as);
    expect(created).toMatchObject({ status: 201, body: { name: 'Berlin', role: 'owner', isCurrent: false } });
    expect(await create(other.as)).toEqual(refusal('forbidden'));
    expect(await create(administrator.as)).toEqual(conflict);
    const browser = withCookie(member.cookie);
    const { _id } = created.body as { _id: string };
    expect(await answerOf(browser.post(`/v1/workspaces/${_id}/switch`))).toEqual(done);
    const { body } = await browser.get('/v1/account').expect(200);
    expect(body).toMatchObject({ _id, name: 'Berlin', email: member.email, isAdministrator: false });
  });

  it('DELETE /v1/members/current leaves, and continues the session in another workspace', async () => {
    const other = await server.createAccount();
    const member = await createMember(server, other, 'owner');
    const { token } = await invite(owner.as, { role: 'admin' });
    const { headers } = await withCookie(member.cookie)
      .post('/v1/invitations/accept')
      .send({ token })
      .expect(201);
    const joined = withCookie(headers['set-cookie']?.[0]?.split(';')[0] ?? '');
    const invited = await invite(joined, { role: 'viewer' });
    expect(await answerOf(joined.delete('/v1/members/current'))).toEqual(done);
    expect((await joined.get('/v1/account')).body).toMatchObject({ _id: other.accountId, role: 'owner' });
    expect((await members(owner.as)).map(({ personId }) => personId)).not.toContain(member.personId);
    expect(await answerOf(lookUp(invited))).toEqual(refusal('invalidInvitation'));
    const { body: audit } = await owner.as.get('/v1/audit?action=member.leave').expect(200);
    expect(audit).toMatchObject({ items: [{ action: 'member.leave' }] });
  });

  it('DELETE /v1/members/current ends the session of a person without another workspace', async () => {
    const workspace = await server.createAccount();
    const member = await createMember(server, workspace, 'viewer');
    expect(await answerOf(member.as.delete('/v1/members/current'))).toEqual(done);
    expect(await answerOf(withCookie(member.cookie).get('/v1/account'))).toEqual(unauthorized);
  });

  it('DELETE /v1/members/current keeps the last owner', async () => {
    const workspace = await server.createAccount();
    const member = await createMember(server, workspace, 'owner');
    const others = (await members(member.as)).filter(({ personId }) => personId !== member.personId);
    for (const { _id } of others) await member.as.delete(`/v1/members/${_id}`).expect(204);
    expect(await answerOf(member.as.delete('/v1/members/current'))).toEqual(conflict);
    expect(await answerOf(workspace.as.delete('/v1/members/current'))).toEqual(conflict);
  });

  it('ends invitations that their creator may not grant any more', async () => {
    const workspace = await server.createAccount();
    const member = await createMember(server, workspace, 'owner');
    const invited = await invite(member.as, { role: 'viewer' });
    const change = (role: string) =>
      workspace.as.put(`/v1/members/${member.memberId}`).send({ role }).expect(204);
    await change('admin');
    await lookUp(invited).expect(200);
    await change('editor');
    expect(await answerOf(lookUp(invited))).toEqual(refusal('invalidInvitation'));
  });
});
