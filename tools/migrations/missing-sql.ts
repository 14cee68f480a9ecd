import { PGlite } from '@electric-sql/pglite';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { SchemaPaths } from './paths';
import { loadSchemaEngine } from './schema-engine';

/** Returns the SQL that is missing between the migrations and the schema; empty if they match. */
export async function findMissingSql({ schema, migrations }: SchemaPaths): Promise<string> {
  const database = await PGlite.create();
  for (const sql of await readMigrations(migrations)) await database.exec(sql);

  const engine = await loadSchemaEngine(new PrismaPGlite(database));
  const files = [{ path: schema, content: await readFile(schema, 'utf8') }];
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: dirname(schema) },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  engine.free();
  await database.close();
  return exitCode === 0 ? '' : (stdout ?? '');
}

async function readMigrations(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readFile(join(directory, name, 'migration.sql'), 'utf8')));
}
