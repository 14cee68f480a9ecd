import { Client } from 'pg';
import { createTestDatabase, testNatsUrl, testServerUrl, type TestDatabase } from '../testing/database';
import { createDevice } from '../testing/test-device';
import { startTestServer, type TestServer } from '../testing/test-server';
import { eventually } from '../testing/eventually';
import { transact } from './transaction';

const isPossible = process.env[testServerUrl] && process.env[testNatsUrl];

(isPossible ? describe : describe.skip)('two installations in two schemas of one PostgreSQL database', () => {
  let database: TestDatabase;
  let servers: TestServer[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    servers = [await startIn('first'), await startIn('second')];
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await database.close();
  });

  /** Starts a server in a schema, on the NATS of the other one. */
  async function startIn(schema: string): Promise<TestServer> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.end();
    const url = new URL(database.url);
    url.searchParams.set('options', `-c search_path=${schema}`);
    return startTestServer({ DATABASE_URL: url.href, NATS_URL: process.env[testNatsUrl] });
  }

  it('have their own records', async () => {
    const [first, second] = await Promise.all(servers.map((server) => server.createAccount()));
    await createDevice(servers[0], first);
    expect((await first.as.get('/v1/devices')).body).toMatchObject({ count: 1 });
    expect((await second.as.get('/v1/devices')).body).toMatchObject({ count: 0 });
    expect(await servers[1].context.prisma.account.count({ where: { id: first.accountId } })).toBe(0);
  });

  it('do not wait for locks of each other', async () => {
    const [first, second] = servers.map(({ context }) => context.pool);
    await transact(first, { lock: 'a' }, async () => {
      expect(await transact(second, { lock: 'a' }, async () => 'ran meanwhile')).toBe('ran meanwhile');
      let isHeld = true;
      const waiting = transact(first, { lock: 'a' }, async () => isHeld);
      await eventually(async () => {
        const { rows } = await second.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
        );
        expect(rows).toHaveLength(1);
      });
      isHeld = false;
      void waiting;
    });
  });

  it('do not hear messages of each other', async () => {
    const heard: string[] = [];
    servers[1].context.bus.subscribe('wake', ({ deviceIds }) => heard.push(...deviceIds));
    servers[0].context.bus.publish('wake', { deviceIds: ['of the first'] });
    const node = await startTestServer({
      DATABASE_URL: servers[1].context.settings.DATABASE_URL,
      NATS_URL: process.env[testNatsUrl],
    });
    node.context.bus.publish('wake', { deviceIds: ['of the second'] });
    await eventually(async () => expect(heard).toContain('of the second'));
    expect(heard).toEqual(['of the second']);
    await node.close();
  });
});
