import { LIMITS } from '@drover/contract';
import type { SelectQueryBuilder } from 'kysely';
import { anyOf, secondsAgo } from '../../database/expressions';
import { db, defineStatement, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';

/** Which rows one statement deletes. */
interface Slice {
  /** The records end before this time. */
  before: Date;
  /** The first ID of that time. IDs grow with time, so the IDs of older records are less. */
  firstId: string;
  maxRows: number;
}

type SlicePlaceholders = Placeholders<Slice>;

type DatedTable =
  'AuditEntry' | 'DeviceConnection' | 'Job' | 'Message' | 'Run' | 'ScheduleOccurrence' | 'WebhookDelivery';

/** Selects the oldest rows of a table. Skips rows that another node is deleting. */
function selectOldest<Table extends DatedTable>(table: Table, { firstId, maxRows }: SlicePlaceholders) {
  const select = db
    .selectFrom<DatedTable>(table)
    .select('id')
    .where('id', '<', firstId)
    .orderBy('id')
    .limit(maxRows)
    .forUpdate()
    .skipLocked();
  return select as unknown as SelectQueryBuilder<Tables, Table, { id: string }>;
}

/** Deletes values of secrets that no run can write any more, whatever RETENTION_DAYS is. */
export const deleteFormerSecrets = db
  .deleteFrom('FormerSecret as f')
  .where('f.replacedAt', '<', secondsAgo(LIMITS.replacedSecretSeconds))
  .where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('Job as j')
          .innerJoin('Run as r', 'r.jobId', 'j.id')
          .where('r.finishedAt', 'is', null)
          .whereRef('j.accountId', '=', 'f.accountId')
          .where((job) => job('f.name', '=', anyOf(job.ref('j.secretNames')))),
      ),
    ),
  );

const deleteRuns = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('Run').where('id', 'in', selectOldest('Run', slice).where('finishedAt', '<', slice.before)),
);

/**
 * Deletes failures without runs. A run that fails in this way at the same moment is listed under its failure only once
 * another one has created the failure again, with the same ID.
 */
const deleteUnusedFailures = defineStatement(({ before, maxRows }: SlicePlaceholders) => {
  const unused = db
    .selectFrom('Failure as f')
    .select('f.id')
    .where('f.firstSeenAt', '<', before)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('Run').whereRef('failureId', '=', 'f.id'))))
    .limit(maxRows)
    .forUpdate()
    .skipLocked();
  return db.deleteFrom('Failure').where('id', 'in', unused);
});

const deleteOccurrences = defineStatement((slice: SlicePlaceholders) =>
  db
    .deleteFrom('ScheduleOccurrence')
    .where('id', 'in', selectOldest('ScheduleOccurrence', slice).where('state', '!=', 'waiting')),
);

const deleteJobs = defineStatement((slice: SlicePlaceholders) => {
  const jobs = selectOldest('Job', slice).where((eb) =>
    eb.not(eb.exists(eb.selectFrom('Run').whereRef('Run.jobId', '=', 'Job.id'))),
  );
  return db.deleteFrom('Job').where('id', 'in', jobs);
});

const deleteMessages = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('Message').where('id', 'in', selectOldest('Message', slice)),
);

const deleteAuditEntries = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('AuditEntry').where('id', 'in', selectOldest('AuditEntry', slice)),
);

const deleteConnections = defineStatement((slice: SlicePlaceholders) =>
  db
    .deleteFrom('DeviceConnection')
    .where('id', 'in', selectOldest('DeviceConnection', slice).where('disconnectedAt', '<', slice.before)),
);

/** Deletes content that no job, file or version refers to. Content that was uploaded again recently is not deleted. */
const deleteUnusedContent = defineStatement(({ before, maxRows }: SlicePlaceholders) => {
  const unused = db
    .selectFrom('Content as c')
    .select('c.sha256')
    .where('c.storedAt', '<', before)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('Job').whereRef('codeSha256', '=', 'c.sha256'))))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('DevscriptFile as f').whereRef('f.sha256', '=', 'c.sha256'))),
    )
    .where((eb) => {
      const versions = eb
        .selectFrom('ScriptVersion as v')
        .where((version) =>
          version.or([
            version('v.codeSha256', '=', version.ref('c.sha256')),
            version('v.configSha256', '=', version.ref('c.sha256')),
          ]),
        );
      return eb.not(eb.exists(versions));
    })
    .limit(maxRows)
    .forUpdate()
    .skipLocked();
  return db.deleteFrom('Content').where('sha256', 'in', unused);
});

/** In this order: deleting a run deletes its log, and jobs and content are deleted when nothing refers to them. */
export const deleteStatements = [
  deleteRuns,
  deleteUnusedFailures,
  deleteOccurrences,
  deleteJobs,
  deleteMessages,
  deleteAuditEntries,
  deleteConnections,
  deleteUnusedContent,
];

/** Deletes the log of webhooks, which has a retention time of its own. */
export const deleteDeliveries = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('WebhookDelivery').where('id', 'in', selectOldest('WebhookDelivery', slice)),
);

export type DeleteStatement = typeof deleteRuns;
