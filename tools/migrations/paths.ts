import { join } from 'node:path';

export interface SchemaPaths {
  schema: string;
  migrations: string;
}

const prisma = join(__dirname, '../../apps/api/prisma');

export const schemaPaths: SchemaPaths = {
  schema: join(prisma, 'schema.prisma'),
  migrations: join(prisma, 'migrations'),
};
