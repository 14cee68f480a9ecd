import { join } from 'node:path';

export interface SchemaPaths {
  schema: string;
  migrations: string;
}

/** The folder that holds schema and migrations: the service's, unless the command line names another. */
export function schemaPathsOf(directory = join(__dirname, '../../apps/api/prisma')): SchemaPaths {
  return { schema: join(directory, 'schema.prisma'), migrations: join(directory, 'migrations') };
}
