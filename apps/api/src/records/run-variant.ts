import { sql } from 'kysely';

/** Whether the variant `k` of a job is what the run `r` runs. A run of the job's own code has none. */
export const isVariantOfRun = sql<boolean>`k."jobId" = r."jobId" AND k.number = r.variant`;
