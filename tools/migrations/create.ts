import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMissingSql } from './missing-sql';
import { schemaPaths, type SchemaPaths } from './paths';

const lockFile = `# The database that the migrations are written for.
provider = "postgresql"
`;

/** Writes the next migration and returns its folder; undefined when there is nothing to write. */
export async function createMigration(name: string, paths: SchemaPaths): Promise<string | undefined> {
  await mkdir(paths.migrations, { recursive: true });
  const sql = await findMissingSql(paths);
  if (sql === '') return undefined;

  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(paths.migrations, `${time}_${name}`);
  await mkdir(directory);
  await writeFile(join(directory, 'migration.sql'), sql);
  await writeFile(join(paths.migrations, 'migration_lock.toml'), lockFile);
  return directory;
}

async function main(name: string | undefined): Promise<void> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
    console.error(
      'Usage: npm run migrations:create -- <name>, of lower-case letters, digits and underscores',
    );
    process.exitCode = 1;
    return;
  }
  const directory = await createMigration(name, schemaPaths);
  console.log(directory ? `Wrote ${directory}` : 'The migrations agree with the schema; nothing to write.');
}

if (require.main === module) void main(process.argv[2]);
