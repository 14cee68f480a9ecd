import { LIMITS } from '@drover/contract';

/**
 * Each removes some rows that ended before $2; their ids, which grow with time, are less than $1. Rows that another node
 * is removing are passed over.
 */
const expired = (table: string, condition: string) => `
  DELETE FROM "${table}" WHERE id IN (
    SELECT id FROM "${table}" expired WHERE id < $1 AND ($2::timestamptz IS NOT NULL) AND ${condition}
    ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
  )`;

/** Values of secrets that no run can write any more, whatever RETENTION_DAYS is. */
export const formerSecrets = `
  DELETE FROM "FormerSecret" f
  WHERE "replacedAt" < now() - make_interval(secs => ${LIMITS.formerSecretSeconds})
    AND NOT EXISTS (
      SELECT FROM "Job" j JOIN "Run" r ON r."jobId" = j.id AND r."finishedAt" IS NULL
      WHERE j."accountId" = f."accountId" AND f.name = ANY(j."secretNames")
    )`;

/** Content that no job, file or version refers to; who brings it again just now keeps it. */
const unusedContent = `
  DELETE FROM "Content" WHERE sha256 IN (
    SELECT sha256 FROM "Content" c
    WHERE $1::text IS NOT NULL AND "keptAt" < $2
      AND NOT EXISTS (SELECT FROM "Job" WHERE "codeSha256" = c.sha256)
      AND NOT EXISTS (SELECT FROM "DevscriptFile" WHERE sha256 = c.sha256)
      AND NOT EXISTS (SELECT FROM "ScriptVersion" WHERE c.sha256 IN ("codeSha256", "configSha256"))
    LIMIT $3 FOR UPDATE SKIP LOCKED
  )`;

/** In this order: a run takes its log along, and jobs and content go when nothing refers to them. */
export const expiredStatements = [
  expired('Run', '"finishedAt" < $2'),
  expired('ScheduleOccurrence', "state <> 'waiting'"),
  expired('Job', 'NOT EXISTS (SELECT FROM "Run" WHERE "jobId" = expired.id)'),
  expired('Message', 'true'),
  expired('AuditEntry', 'true'),
  expired('DeviceConnection', '"disconnectedAt" < $2'),
  unusedContent,
];

/** The log of webhooks, whose age is its own. */
export const oldDeliveries = expired('WebhookDelivery', 'true');
