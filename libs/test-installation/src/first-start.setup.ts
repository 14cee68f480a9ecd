import { findPostgresServer } from '@drover/test-services';
import { eventually } from './eventually';
import { createDatabase, firstStartVariable, templateVariable } from './first-start';
import { closeLater } from './first-start.teardown';
import { createScratchFolder, Program } from './programs';

/** How long the server may take to create its database on a busy machine. */
const startTimeoutMs = 180_000;

/** Starts a server once before all specs, so that they can copy its data directory and its database. */
async function prepare(): Promise<void> {
  const folder = await createScratchFolder();
  closeLater(folder.remove);
  const databaseUrl = await prepareDatabase();
  const server = new Program('api', {
    env: { DATA_DIR: folder.path, PORT: '0', ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  await eventually(
    async () => server.output,
    (output) => output.includes('Drover is ready'),
    startTimeoutMs,
  );
  await server.stop();
  process.env[firstStartVariable] = folder.path;
  if (databaseUrl) process.env[templateVariable] = databaseUrl;
}

/** Chooses PostgreSQL where it is available: a server starts three times as fast on it as on the embedded database. */
async function prepareDatabase(): Promise<string | undefined> {
  const postgres = await findPostgresServer(process.env.TEST_POSTGRES_URL);
  if (!postgres) return undefined;
  closeLater(postgres.close);
  const { url, drop } = await createDatabase(postgres.url);
  closeLater(drop);
  return url;
}

export default prepare;
