import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findMissingSql } from './missing-sql';
import { schemaPathsOf } from './paths';

const lockFile = `# The database that the migrations are written for.
provider = "postgresql"
`;

async function main(name: string | undefined, directory: string | undefined): Promise<void> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
    console.error(
      'Usage: npm run migrations:create -- <name>, with lowercase letters, digits and underscores',
    );
    process.exitCode = 1;
    return;
  }

  const paths = schemaPathsOf(directory);
  await mkdir(paths.migrations, { recursive: true });
  const sql = await findMissingSql(paths);
  if (sql === '') {
    console.log('The migrations match the schema. Wrote nothing.');
    return;
  }

  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = join(paths.migrations, `${time}_${name}`, 'migration.sql');
  await mkdir(dirname(file));
  await writeFile(file, sql);
  await writeFile(join(paths.migrations, 'migration_lock.toml'), lockFile);
  console.log(`Wrote ${file}`);
}

void main(process.argv[2], process.argv[3]);
