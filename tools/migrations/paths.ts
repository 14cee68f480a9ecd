import { join } from 'node:path';

export interface SchemaPaths {
  schema: string;
  migrations: string;
}

/** Returns the paths of the schema and the migrations, by default those of the server. */
export function schemaPathsOf(directory = join(__dirname, '../../apps/api/prisma')): SchemaPaths {
  return { schema: join(directory, 'schema.prisma'), migrations: join(directory, 'migrations') };
}
