import { isNatsInstalled, isPostgresInstalled, startNats, startPostgres } from '@drover/test-services';

const isInstalled = isPostgresInstalled() && isNatsInstalled();
if (!isInstalled) process.stderr.write('*** SKIPPED: PostgreSQL and NATS are not installed. ***\n');

/** `describe` for tests with a private PostgreSQL and NATS. Skips them if these are not installed, except where CI is set. */
export const describeWithBackingServices =
  isInstalled || process.env.CI === 'true' ? describe : describe.skip;

/** Starts a private PostgreSQL and NATS, which a test can kill. `env` makes servers use them. */
export async function startBackingServices() {
  const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  return {
    postgres,
    nats,
    env: { DATABASE_URL: postgres.url, NATS_URL: nats.url, HEARTBEAT_SECONDS: '1' },
    close: () => Promise.all([postgres.close(), nats.close()]),
  };
}
