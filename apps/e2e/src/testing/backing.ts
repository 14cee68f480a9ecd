import { isNatsInstalled, isPostgresInstalled, startNats, startPostgres } from '@drover/test-services';

const isInstalled = isPostgresInstalled() && isNatsInstalled();
if (!isInstalled) process.stderr.write('*** SKIPPED: no PostgreSQL and NATS to start here. ***\n');

/** For stories on a PostgreSQL and a NATS of their own. */
export const describeWithBacking = isInstalled || process.env.CI === 'true' ? describe : describe.skip;

/** A PostgreSQL and a NATS that a story may kill, and the settings of servers that work on them. */
export async function startBacking() {
  const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  return {
    postgres,
    nats,
    env: { DATABASE_URL: postgres.url, NATS_URL: nats.url, HEARTBEAT_SECONDS: '1' },
    close: () => Promise.all([postgres.close(), nats.close()]),
  };
}
