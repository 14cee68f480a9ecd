import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const serverUrl = process.env.TEST_POSTGRES_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** A separate database on PostgreSQL, which is dropped after the measurements. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `drover_bench_${randomBytes(4).toString('hex')}`;
  await runOnServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function runOnServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
