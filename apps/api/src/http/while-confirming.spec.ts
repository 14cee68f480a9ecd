import { answerOf, outOfScope, unauthorized } from '../testing/errors';
import { eventually } from '../testing/eventually';
import { createDevice } from '../testing/test-device';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  await createDevice(server, owner);
});
afterAll(() => server.close());
afterEach(() => void jest.restoreAllMocks());

/** Makes lookups of credentials wait until `release` is called. Records the other statements. */
function holdLookups() {
  const pool = server.context.pool as { query: (config: { text: string }) => Promise<unknown> };
  const query = pool.query.bind(pool);
  const statements: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  jest.spyOn(pool, 'query').mockImplementation(async (config) => {
    if (config.text.includes('from "AccessToken"')) await released;
    else statements.push(config.text);
    return query(config);
  });
  const isReading = () => statements.some((text) => text.includes('from "Device"'));
  return { release, isReading };
}

/** Creates a token with which devices have just been listed. */
async function createUsedToken() {
  const token = await owner.createToken({});
  const as = callAs(server.url, token);
  const { body } = await as.get('/v1/devices').expect(200);
  expect(body.count).toBe(1);
  const { id } = await server.context.prisma.accessToken.findFirstOrThrow({
    where: { accountId: owner.accountId },
    orderBy: { id: 'desc' },
  });
  return { as, id };
}

/** Lists the devices with a token that is changed after they have been read. */
async function listDuring(change: (id: string) => unknown) {
  const { as, id } = await createUsedToken();
  const { release, isReading } = holdLookups();
  const answer = answerOf(as.get('/v1/devices'));
  await eventually(async () => expect(isReading()).toBe(true));
  await change(id);
  release();
  return answer;
}

const updateToken = (data: { groupIds?: string[]; scopes?: 'run'[] }) => (id: string) =>
  server.context.prisma.accessToken.update({ where: { id }, data });

describe('a request with a cached caller', () => {
  it('reads records while its caller is being confirmed', async () => {
    const { status, body } = await listDuring(() => undefined);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1 });
  });

  it('returns 401 if its token is revoked during the request', async () => {
    const remove = (id: string) => server.context.prisma.accessToken.delete({ where: { id } });
    expect(await listDuring(remove)).toEqual(unauthorized);
  });

  it('returns 403 if its token loses the scope during the request', async () => {
    expect(await listDuring(updateToken({ scopes: ['run'] }))).toEqual(outOfScope);
  });

  it('reads the records again if its token is bound to a device group during the request', async () => {
    const { status, body } = await listDuring(updateToken({ groupIds: ['0'.repeat(24)] }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 0, items: [] });
  });

  it('returns 401 rather than 422 after its token is revoked', async () => {
    const { as, id } = await createUsedToken();
    expect((await as.get('/v1/runs?limit=x')).status).toBe(422);
    await server.context.prisma.accessToken.delete({ where: { id } });
    expect(await answerOf(as.get('/v1/runs?limit=x'))).toEqual(unauthorized);
  });
});
