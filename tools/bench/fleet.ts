import type { Client } from 'pg';

/** Row counts of the other accounts, and of the account whose lists are measured. */
export const fleet = { devices: 20_000, runs: 200_000, ownDevices: 100, ownRuns: 1_000 } as const;

/** Fills a database with many rows of other accounts and a few of the measured one. */
export async function fillFleet(client: Client, ownAccountId: string): Promise<void> {
  const others = Array.from({ length: 20 }, (_, index) => id(1, index));
  for (const accountId of others) {
    await client.query(`INSERT INTO "Account" (id, email, name) VALUES ($1, $1 || '@example.org', 'Other')`, [
      accountId,
    ]);
    const share = { devices: fleet.devices / others.length, runs: fleet.runs / others.length };
    await fillAccount(client, accountId, share);
  }
  await fillAccount(client, ownAccountId, { devices: fleet.ownDevices, runs: fleet.ownRuns });
  await client.query('ANALYZE');
}

async function fillAccount(
  client: Client,
  accountId: string,
  { devices, runs }: { devices: number; runs: number },
): Promise<void> {
  await client.query(
    `INSERT INTO "Content" (sha256, size, bytes) VALUES ('bench', 1, '1') ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO "Device" (id, "accountId", "tokenHash", name, brand, model, platform, "appVersion", tags, "tagKeys")
     SELECT substr(md5($1 || 'd' || n), 1, 24), $1, md5($1 || n), 'Device ' || n, 'Brand', 'Model', 'linux', '2.0.0', '{a}', '{a}'
     FROM generate_series(1, $2::int) n`,
    [accountId, devices],
  );
  await client.query(
    `INSERT INTO "Job" (id, "accountId", kind, name, "codeSha256", vars, env)
     SELECT substr(md5($1 || 'j' || n), 1, 24), $1, 'execute', 'bench', 'bench', '{}', '{}'
     FROM generate_series(1, $2::int / 10) n`,
    [accountId, runs],
  );
  await client.query(
    `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", state, "deliverBy", "finishedAt")
     SELECT substr(md5($1 || 'r' || n), 1, 24), substr(md5($1 || 'j' || (1 + (n - 1) / 10)), 1, 24), $1,
            substr(md5($1 || 'd' || (1 + n % $3::int)), 1, 24), 'Device', 'succeeded', now(), now()
     FROM generate_series(1, $2::int) n`,
    [accountId, runs, devices],
  );
}

function id(kind: number, index: number): string {
  return `${kind}`.repeat(12) + index.toString(16).padStart(12, '0');
}
