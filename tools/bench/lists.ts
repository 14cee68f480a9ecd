import type { Client } from 'pg';

/** A list endpoint and the query of a hand-written service for it. */
export interface ListCase {
  path: string;
  table: string;
  query: string;
}

export const listCases: ListCase[] = [
  {
    path: '/v1/devices',
    table: 'Device',
    query: `SELECT * FROM "Device" WHERE "accountId" = $1 ORDER BY id DESC`,
  },
  {
    path: '/v1/devices?online=true',
    table: 'Device',
    query: `SELECT d.* FROM "Device" d JOIN "Node" n ON n.id = d."nodeId" AND n."leaseUntil" > now()
            WHERE d."accountId" = $1 ORDER BY d.id DESC`,
  },
  {
    path: '/v1/runs?limit=100',
    table: 'Run',
    query: `SELECT *, (SELECT count(*) FROM "Run" WHERE "accountId" = $1) FROM "Run" WHERE "accountId" = $1
            ORDER BY id DESC LIMIT 100`,
  },
  {
    path: '/v1/runs?limit=100&state=failed',
    table: 'Run',
    query: `SELECT * FROM "Run" WHERE "accountId" = $1 AND state = 'failed' ORDER BY id DESC LIMIT 100`,
  },
  {
    path: '/v1/jobs?limit=100',
    table: 'Job',
    query: `SELECT j.*, (SELECT json_object_agg(state, c) FROM (SELECT state, count(*) c FROM "Run" r
              WHERE r."jobId" = j.id GROUP BY state) counted)
            FROM "Job" j WHERE "accountId" = $1 ORDER BY id DESC LIMIT 100`,
  },
];

/** Returns whether the plan of PostgreSQL uses an index. A scan of the whole table is a failure. */
export async function readsIndex(
  client: Client,
  { query, table }: ListCase,
  accountId: string,
): Promise<boolean> {
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (FORMAT JSON) ${query}`, [
    accountId,
  ]);
  return !scans(rows[0], table);
}

function scans(plan: unknown, table: string): boolean {
  if (typeof plan !== 'object' || plan === null) return false;
  const node = plan as Record<string, unknown>;
  if (node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table) return true;
  return Object.values(node).some((value) => scans(value, table));
}
