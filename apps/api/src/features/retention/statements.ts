import { LIMITS } from '@drover/contract';
import type { SelectQueryBuilder } from 'kysely';
import { anyOf, secondsAgo } from '../../database/expressions';
import { db, defineStatement, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';

/** The rows that one statement looks at: those with IDs from `from` to `until`, which it leaves out. */
interface Slice {
  /** The records end before this time. */
  before: Date;
  from: string;
  until: string;
}

/** How many rows a statement deletes of a table whose rows are not looked at by age. */
interface Part {
  before: Date;
  maxRows: number;
}

type SlicePlaceholders = Placeholders<Slice>;
type PartPlaceholders = Placeholders<Part>;

type DatedTable =
  'AuditEntry' | 'DeviceConnection' | 'Job' | 'Message' | 'Run' | 'ScheduleOccurrence' | 'WebhookDelivery';

/** Selects rows of a slice. Skips rows that another node is deleting. */
function selectSlice<Table extends DatedTable>(table: Table, { from, until }: SlicePlaceholders) {
  const select = db
    .selectFrom<DatedTable>(table)
    .select('id')
    .where('id', '>=', from)
    .where('id', '<', until)
    .forUpdate()
    .skipLocked();
  return select as unknown as SelectQueryBuilder<Tables, Table, { id: string }>;
}

/** Finds the end of the slice that begins at an ID and has so many rows, if there are more. */
function findEndOf(table: DatedTable) {
  return defineStatement(({ from, maxRows }: Placeholders<{ from: string; maxRows: number }>) =>
    db.selectFrom(table).select('id').where('id', '>=', from).orderBy('id').offset(maxRows).limit(1),
  );
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
  db.deleteFrom('Run').where('id', 'in', selectSlice('Run', slice).where('finishedAt', '<', slice.before)),
);

/** How long a failure has had no runs when it is deleted. Most of those that get one again do so sooner. */
const unusedFailureSeconds = 3600;

/**
 * Deletes failures that have had no runs for an hour. A run that fails in this way at the same moment is listed under its
 * failure only once another one has created the failure again, with the same ID.
 */
const deleteUnusedFailures = defineStatement(({ maxRows }: PartPlaceholders) => {
  const unused = db
    .selectFrom('Failure as f')
    .select('f.id')
    .where('f.unusedSince', '<', secondsAgo(unusedFailureSeconds))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('Run').whereRef('failureId', '=', 'f.id'))))
    .limit(maxRows)
    .forUpdate()
    .skipLocked();
  return db.deleteFrom('Failure').where('id', 'in', unused);
});

const deleteOccurrences = defineStatement((slice: SlicePlaceholders) =>
  db
    .deleteFrom('ScheduleOccurrence')
    .where('id', 'in', selectSlice('ScheduleOccurrence', slice).where('state', '!=', 'waiting')),
);

const deleteJobs = defineStatement((slice: SlicePlaceholders) => {
  const jobs = selectSlice('Job', slice).where((eb) =>
    eb.not(eb.exists(eb.selectFrom('Run').whereRef('Run.jobId', '=', 'Job.id'))),
  );
  return db.deleteFrom('Job').where('id', 'in', jobs);
});

const deleteMessages = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('Message').where('id', 'in', selectSlice('Message', slice)),
);

const deleteAuditEntries = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('AuditEntry').where('id', 'in', selectSlice('AuditEntry', slice)),
);

const deleteConnections = defineStatement((slice: SlicePlaceholders) =>
  db
    .deleteFrom('DeviceConnection')
    .where('id', 'in', selectSlice('DeviceConnection', slice).where('disconnectedAt', '<', slice.before)),
);

/** Deletes content that no job, file or version refers to. Content that was uploaded again recently is not deleted. */
const deleteUnusedContent = defineStatement(({ before, maxRows }: PartPlaceholders) => {
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

/** How to delete the old rows of a table slice by slice, the oldest first. */
function ofTable(table: DatedTable, deleteSlice: typeof deleteRuns) {
  return { findEnd: findEndOf(table), deleteSlice };
}

export type DatedRows = ReturnType<typeof ofTable>;

/** Jobs follow runs, because a job is deleted when it has none. Deleting a run deletes its log. */
export const datedRows: DatedRows[] = [
  ofTable('Run', deleteRuns),
  ofTable('ScheduleOccurrence', deleteOccurrences),
  ofTable('Job', deleteJobs),
  ofTable('Message', deleteMessages),
  ofTable('AuditEntry', deleteAuditEntries),
  ofTable('DeviceConnection', deleteConnections),
];

/** The log of webhooks, which has a retention time of its own. */
export const deliveryRows = ofTable(
  'WebhookDelivery',
  defineStatement((slice: SlicePlaceholders) =>
    db.deleteFrom('WebhookDelivery').where('id', 'in', selectSlice('WebhookDelivery', slice)),
  ),
);

/** Rows that nothing refers to once the others are deleted. */
export const deleteUnused = [deleteUnusedFailures, deleteUnusedContent];
