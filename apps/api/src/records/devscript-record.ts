import type { Devscript } from '@drover/contract';
import type { Prisma } from '../database/client/client';
import { toScript } from './script-record';

/** The relations that `toDevscript` needs. */
export const withScript = {
  script: true,
  projects: { where: { repository: { pushRef: { not: null } } }, include: { repository: true }, take: 1 },
} as const satisfies Prisma.DevscriptInclude;
type Row = Prisma.DevscriptGetPayload<{ include: typeof withScript }>;

export function toDevscript(row: Row): Devscript {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    reviewState: row.reviewState,
    reviewNote: row.reviewNote,
    plan: row.plan,
    price: row.price,
    currency: row.currency,
    script: row.script && toScript(row.script, row.accountId),
    pushRef: row.projects.at(0)?.repository.pushRef ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
