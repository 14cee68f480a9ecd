import { LIMITS } from '@drover/contract';
import { hashPassword } from '../../auth/passwords';
import { answerOf, done, notFound, refusal, unauthorized } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { createMember, type TestMember } from '../../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

const password = 'correct horse';
let server: TestServer;
let owner: TestAccount;
let member: TestMember;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  owner = await server.createAccount();
  member = await createMember(server, owner, 'viewer');
  await server.context.prisma.person.update({ where: { id: member.personId }, data: { passwordHash } });
});
afterAll(() => server.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0';

async function signIn(headers: Record<string, string> = {}): Promise<string> {
  const request = server.request().post('/v1/sessions').set(headers);
  const response = await request.send({ email: member.email, password }).expect(201);
  return (response.headers['set-cookie'] as unknown as string[])[0].split(';')[0];
}

const as = (method: 'get' | 'delete' | 'put', path: string, cookie: string) =>
  server.request()[method](path).set({ Cookie: cookie, Origin: server.url });

interface Listed {
  _id: string;
  name: string;
  isCurrent: boolean;
}
const list = async (cookie: string): Promise<Listed[]> =>
  (await as('get', '/v1/sessions', cookie).expect(200)).body.items;

describe('GET /v1/sessions', () => {
  it('lists the sessions of the person with browser and address of the last use', async () => {
    const cookie = await signIn({ 'User-Agent': firefox, 'X-Forwarded-For': '192.0.2.7' });
    const { body } = await as('get', '/v1/sessions', cookie).set('X-Forwarded-For', '192.0.2.8').expect(200);
    expect(body.count).toBe(2);
    expect(body.items[0]).toEqual({
      ...{ _id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Firefox, Linux' },
      ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
      ...{ hasSecondFactor: false, isCurrent: true },
      // The use by this request may be stored already.
      address: expect.stringMatching(/^192\.0\.2\.[78]$/),
      lastUsedAt: body.items[0].lastUsedAt,
    });
    await eventually(async () => {
      const { items } = (await as('get', '/v1/sessions', cookie).set('X-Forwarded-For', '192.0.2.8')).body;
      expect(items[0]).toMatchObject({ address: '192.0.2.8', lastUsedAt: expect.any(String) });
    });
    expect(
      (await member.as.get('/v1/sessions')).body.items.map(({ isCurrent }: Listed) => isCurrent),
    ).toEqual([false, false]);
    expect((await owner.as.get('/v1/sessions')).body).toEqual({ count: 0, items: [] });
  });
});

describe('DELETE /v1/sessions/:sessionId and DELETE /v1/sessions', () => {
  it('end one session, and all others', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    const [current] = await list(second).then((items) => items.filter(({ isCurrent }) => isCurrent));
    expect(await answerOf(as('delete', `/v1/sessions/${current._id}`, third))).toEqual(done);
    expect(await answerOf(as('get', '/v1/account', second))).toEqual(unauthorized);
    expect(await answerOf(as('delete', `/v1/sessions/${current._id}`, third))).toEqual(notFound);
    expect(await answerOf(as('delete', '/v1/sessions', third))).toEqual(done);
    expect(await answerOf(as('get', '/v1/account', first))).toEqual(unauthorized);
    expect(await list(third)).toHaveLength(1);
    // Access tokens stay.
    await member.as.get('/v1/account').expect(200);
  });

  it('do not reach sessions of other people, also of the same workspace', async () => {
    const other = await createMember(server, owner, 'owner');
    const [{ _id }] = await list(member.cookie);
    expect(await answerOf(as('delete', `/v1/sessions/${_id}`, other.cookie))).toEqual(notFound);
    expect(await answerOf(as('delete', '/v1/sessions', other.cookie))).toEqual(done);
    expect(await list(member.cookie)).toHaveLength(1);
  });

  it('are accepted only from pages of this server', async () => {
    const foreign = server
      .request()
      .delete('/v1/sessions')
      .set({ Cookie: member.cookie, Origin: 'https://evil.example' });
    expect(await answerOf(foreign)).toEqual(refusal('foreignOrigin'));
  });
});

describe('PUT /v1/account with a new password', () => {
  it('ends the other sessions of the person', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const change = { password: 'battery staple', currentPassword: password };
    expect(await answerOf(as('put', '/v1/account', second).send(change))).toEqual(done);
    expect(await answerOf(as('get', '/v1/account', first))).toEqual(unauthorized);
    expect(await list(second)).toHaveLength(1);
  });
});

describe('POST /v1/sessions', () => {
  it('opens a new session and ends the one that the browser had', async () => {
    const planted = await signIn();
    const cookie = await signIn({ Cookie: planted, Origin: server.url });
    expect(cookie).not.toBe(planted);
    expect(await answerOf(as('get', '/v1/account', planted))).toEqual(unauthorized);
    await as('get', '/v1/account', cookie).expect(200);
  });

  it('accepts no cookie that the server did not create', async () => {
    const planted = `drover_session=hms_${'a'.repeat(64)}`;
    const cookie = await signIn({ Cookie: planted, Origin: server.url });
    expect(cookie).not.toBe(planted);
    expect(await answerOf(as('get', '/v1/account', planted))).toEqual(unauthorized);
  });

  it(`ends the oldest of ${LIMITS.sessions} sessions`, async () => {
    const { prisma } = server.context;
    const row = await prisma.accessToken.findFirstOrThrow({
      where: { personId: member.personId, kind: 'session' },
    });
    const expiresAt = new Date(Date.now() + 60_000);
    await prisma.accessToken.update({ where: { id: row.id }, data: { expiresAt } });
    // The first four bytes of an ID are its time.
    const olderId = (seconds: number) => (BigInt(`0x${row.id}`) - (BigInt(seconds) << 64n)).toString(16);
    const copies = Array.from({ length: LIMITS.sessions - 1 }, (_, number) => ({
      ...{ ...row, id: olderId(number + 1), hash: `${row.hash}${number}` },
      expiresAt,
    }));
    await prisma.accessToken.createMany({ data: copies });
    expect(await list(member.cookie)).toHaveLength(LIMITS.sessions);
    const ids = (await list(await signIn())).map(({ _id }) => _id);
    expect(ids).toHaveLength(LIMITS.sessions);
    expect(ids).toContain(row.id);
    expect(ids).not.toContain(olderId(LIMITS.sessions - 1));
  });
});
