import { pino } from 'pino';
import { openDatabase } from './database/database';
import { moveRows } from './database/move';

const usage = `Usage: npm run database:move -- <data directory> <postgresql://…>
Copies the embedded database of a data directory into an empty database on PostgreSQL. Stop the server first.`;

async function main([dataDir, databaseUrl]: string[]): Promise<void> {
  if (!dataDir || !databaseUrl) throw new Error(usage);
  const log = pino({ level: 'silent' });
  // Opening both databases applies missing migrations, and locks the data directory against a running server.
  const embedded = await openDatabase({ dataDir, log });
  const target = await openDatabase({ dataDir, databaseUrl, log });
  try {
    for (const { table, rows } of await moveRows(embedded.pool, target.pool)) {
      console.log(`${table.padEnd(20)} ${rows}`);
    }
    console.log(
      'Moved. Start the server with DATABASE_URL from now on, and keep the data directory as a backup.',
    );
  } finally {
    await target.close();
    await embedded.close();
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
