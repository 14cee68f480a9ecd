import { sql } from 'kysely';

/** The condition that joins a run `r` with its variant `k` of the job. A run of the job's own code has no variant. */
export const isVariantOfRun = sql<boolean>`k."jobId" = r."jobId" AND k.number = r.variant`;
