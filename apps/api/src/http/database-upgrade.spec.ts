import { LINK_PATH } from '@drover/contract';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import WebSocket from 'ws';
import { lockSql } from '../database/locks';
import { createTestDatabase, openPool, testServerUrl, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { freePort } from '../testing/ports';
import { createDevice } from '../testing/test-device';
import { startTestServer, type TestServer } from '../testing/test-server';

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url);
});
afterEach(async () => {
  await pool.end();
  await database.close();
});

// The embedded database has one session, which the lock would block.
const describeOnServer = process.env[testServerUrl] ? describe : describe.skip;

describeOnServer('a server whose database has pending migrations', () => {
  let port: number;
  let starting: Promise<TestServer>;
  let endLock: () => Promise<unknown>;

  /** Starts a server whose migrations wait for a lock. */
  beforeEach(async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(lockSql('migrations'));
    endLock = () => client.query('ROLLBACK').finally(() => client.release());
    port = await freePort();
    starting = startTestServer({ DATABASE_URL: database.url, PORT: String(port) });
    starting.catch(() => undefined);
    await eventually(() => get('/healthz'));
  });

  const get = (path: string, headers?: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });

  it('says so until they are applied', async () => {
    const health = await get('/healthz');
    expect([health.status, await health.json()]).toEqual([200, { status: 'upgrading' }]);
    for (const path of ['/readyz', '/v1/devices', '/metrics', '/healthz/none']) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(await response.json()).toEqual({
        code: 1503,
        message: 'The database is being upgraded. The server processes requests when that is done.',
        documentation_url: `http://127.0.0.1:${port}/docs#error-1503`,
        requestId: response.headers.get('x-request-id'),
      });
    }

    await endLock();
    await (await starting).close();
  });

  it('shows people a page that reloads itself', async () => {
    const page = await get('/devices', { Accept: 'text/html,*/*' });
    expect(page.status).toBe(503);
    expect(page.headers.get('refresh')).toBe('5');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<h1>Upgrading</h1>');

    await endLock();
    await (await starting).close();
  });

  it('refuses devices until they are applied, then accepts requests and devices on the same port', async () => {
    const refused = new WebSocket(`ws://127.0.0.1:${port}${LINK_PATH}`).on('error', () => undefined);
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);

    await endLock();
    const server = await starting;
    expect((await get('/readyz')).status).toBe(200);
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    const device = await createDevice(server, await server.createAccount());
    await (await device.connect()).close();
    await server.close();
  });
});

it('stops listening when a migration fails', async () => {
  await pool.query('CREATE TABLE "Account" ()');
  const port = await freePort();
  const start = startTestServer({ DATABASE_URL: database.url, PORT: String(port) });
  await expect(start).rejects.toThrow('relation "Account" already exists');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
});
