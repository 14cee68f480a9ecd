import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { listCases } from './lists';

/** Bare Express with one hand-written query for each case: no authentication, no validation, no contract. */
export async function startBaseline(databaseUrl: string, accountId: string) {
  const pool = new Pool({ connectionString: databaseUrl });
  const app = express();
  listCases.forEach(({ query }, index) => {
    app.get(`/${index}`, async (_request, response) => {
      const { rows } = await pool.query(query, [accountId]);
      response.json({ count: rows.length, items: rows });
    });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (index: number) => `http://127.0.0.1:${port}/${index}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await pool.end();
    },
  };
}
