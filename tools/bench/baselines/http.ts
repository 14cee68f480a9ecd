/** Bare Express with one hand-written query per route: no authentication, no validation, no contract. */
import express from 'express';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { listCases } from '../lists';

const { DATABASE_URL, ACCOUNT_ID } = process.env;

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: DATABASE_URL });
  const app = express();
  listCases.forEach(({ query }, index) => {
    app.get(`/lists/${index}`, async (_request, response) => {
      const { rows } = await pool.query(query, [ACCOUNT_ID]);
      response.json({ count: rows.length, items: rows });
    });
  });
  app.get('/devices/:id', async (request, response) => {
    const query = 'SELECT * FROM "Device" WHERE id = $1 AND "accountId" = $2';
    const { rows } = await pool.query(query, [request.params.id, ACCOUNT_ID]);
    response.json(rows[0]);
  });
  app.post('/run', express.json(), async (request, response) => {
    const { jobId, devices } = request.body as { jobId: string; devices: { _id: string }[] };
    await pool.query(
      `INSERT INTO bench_run (id, "jobId", "accountId", "deviceId", "deviceName", "deliverBy")
       VALUES ($1, $2, $3, $4, 'Device', now())`,
      [randomBytes(12).toString('hex'), jobId, ACCOUNT_ID, devices[0]?._id],
    );
    response.status(204).end();
  });

  const watchers = new Set<express.Response>();
  app.get('/events', (_request, response) => {
    response.type('text/event-stream').flushHeaders();
    watchers.add(response);
    response.on('close', () => watchers.delete(response));
  });
  process.on('message', ({ events }: { events: string[] }) => {
    for (const event of events) for (const watcher of watchers) watcher.write(event);
    process.send?.({});
  });

  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.({ port: (server.address() as AddressInfo).port });
}

process.on('disconnect', () => process.exit());
void main();
