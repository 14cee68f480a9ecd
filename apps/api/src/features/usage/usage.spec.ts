import { answerOf, outOfScope } from '../../testing/errors';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
});

const getUsage = async (account: TestAccount) =>
  (await account.as.get('/v1/usage').expect(200)).body as object;

describe('GET /v1/usage', () => {
  it('counts the requests of the month, refused ones and itself as well', async () => {
    const stranger = await server.createAccount();
    await owner.as.get('/v1/devices').expect(200);
    await owner.as.get('/v1/devices/none').expect(404);
    await stranger.as.get('/v1/devices').expect(200);
    const [year = 0, month = 0] = new Date().toISOString().split('-').map(Number);
    const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    expect(await getUsage(owner)).toEqual({
      limit: 1_000_000_000,
      remaining: 999_999_997,
      used: 3,
      reset: `${next} 00:00:00`,
    });
    expect(await getUsage(stranger)).toMatchObject({ used: 2 });
  });

  it('adds the requests of all nodes, and keeps them when a node stops', async () => {
    const other = await startTestServer();
    for (let index = 0; index < 5; index += 1) {
      await callAs(other.url, owner.token).get('/v1/devices').expect(200);
    }
    await other.close();
    expect(await getUsage(owner)).toMatchObject({ used: 6 });
  });

  it('writes nothing for a request', async () => {
    await owner.as.get('/v1/devices').expect(200);
    const { prisma } = server.context;
    expect(await prisma.requestCount.count({ where: { accountId: owner.accountId } })).toBe(0);
  });

  it('keeps counting for others when an account was deleted', async () => {
    const gone = await server.createAccount();
    await gone.as.get('/v1/devices').expect(200);
    await server.context.prisma.account.delete({ where: { id: gone.accountId } });
    expect(await getUsage(owner)).toMatchObject({ used: 1 });
  });

  it('requires the scope read', async () => {
    const writer = callAs(server.url, await owner.createToken({ scopes: ['write'] }));
    expect(await answerOf(writer.get('/v1/usage'))).toEqual(outOfScope);
  });
});
