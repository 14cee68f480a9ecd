/** `npm run bench` measures, each figure beside its baseline from the same run, and writes docs/benchmarks.md. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { format } from 'prettier';
import { Children } from '../demo/children';
import { startBaseline } from './baseline';
import { createDatabase } from './database';
import { fillFleet } from './fleet';
import { listCases, listsCaption, measure, readsIndex, type Latencies } from './lists';
import { freePort, untilReady } from '../demo/service';

const root = join(__dirname, '../..');

interface Row {
  path: string;
  drover: Latencies;
  baseline: Latencies;
  readsIndex: boolean;
}

async function main(): Promise<void> {
  const database = await createDatabase();
  const children = new Children((error) => console.error(error.message));
  try {
    const rows = await measureLists(database.url, children);
    await report(rows);
  } finally {
    await children.stop();
    await database.drop();
  }
}

async function measureLists(databaseUrl: string, children: Children): Promise<Row[]> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const token = `hmp_${randomBytes(32).toString('hex')}`;
  const settings = { DATABASE_URL: databaseUrl, PORT: new URL(url).port, RATE_LIMIT: '0', LOG_LEVEL: 'warn' };
  children.start('the service', 'api', { env: { ...process.env, ...settings, DROVER_ADMIN_TOKEN: token } });
  await untilReady({ url }, AbortSignal.timeout(30_000));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: accounts } = await client.query<{ id: string }>('SELECT id FROM "Account"');
  const accountId = accounts[0]?.id ?? '';
  await fillFleet(client, accountId);

  const baseline = await startBaseline(databaseUrl, accountId);
  const rows: Row[] = [];
  for (const [index, listCase] of listCases.entries()) {
    rows.push({
      path: listCase.path,
      drover: await measure(url + listCase.path, { authorization: `token ${token}` }),
      baseline: await measure(baseline.urlOf(index), {}),
      readsIndex: await readsIndex(client, listCase, accountId),
    });
  }
  await baseline.close();
  await client.end();
  return rows;
}

async function report(rows: Row[]): Promise<void> {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
  const table = rows.map(({ path, drover, baseline, readsIndex: reads }) => {
    const ratio = (drover.p50 / baseline.p50).toFixed(1);
    return `| \`GET ${path}\` | ${drover.p50} | ${drover.p95} | ${baseline.p50} | ${baseline.p95} | ${ratio} | ${reads ? 'yes' : '**no**'} |`;
  });
  const text = `# Benchmarks

Written by \`npm run bench\` on ${machine}, service, database and caller on the same machine. A figure means something
beside its baseline alone, which was measured in the same run.

## Lists

${listsCaption} Milliseconds from request to answer, one request at a time. Baseline: bare Express with one hand-written
query of the same rows, without authentication or validation; the plan is that query's, whose conditions are ours.

| Request | p50 | p95 | Baseline p50 | Baseline p95 | p50 ratio | Plan reads an index |
| --- | --- | --- | --- | --- | --- | --- |
${table.join('\n')}
`;
  writeFileSync(
    join(root, 'docs/benchmarks.md'),
    await format(text, { parser: 'markdown', printWidth: 120 }),
  );
  writeFileSync(join(root, 'docs/benchmarks.json'), `${JSON.stringify({ machine, lists: rows }, null, 2)}\n`);
  console.log(text);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
