import { LIMITS } from '@drover/contract';
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import { anyOf, int, now, secondsAgo } from '../../database/expressions';
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
  | 'Approval'
  | 'AuditEntry'
  | 'DeviceConnection'
  | 'Job'
  | 'Mail'
  | 'Message'
  | 'Run'
  | 'ScheduleOccurrence'
  | 'WebhookDelivery';

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
export const deleteUnusedFailures = defineStatement(({ maxRows }: Pick<PartPlaceholders, 'maxRows'>) => {
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

const deleteApprovals = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('Approval').where('id', 'in', selectSlice('Approval', slice).where('state', '!=', 'pending')),
);

const deleteMessages = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('Message').where('id', 'in', selectSlice('Message', slice)),
);

/** Lets the trigger of the audit log permit this statement to delete entries. */
const isRetention = sql<boolean>`(SELECT set_config('drover.retention', 'on', true)) = 'on'`;

const deleteAuditEntries = defineStatement((slice: SlicePlaceholders) =>
  db.deleteFrom('AuditEntry').where('id', 'in', selectSlice('AuditEntry', slice)).where(isRetention),
);

const deleteConnections = defineStatement((slice: SlicePlaceholders) =>
  db
    .deleteFrom('DeviceConnection')
    .where('id', 'in', selectSlice('DeviceConnection', slice).where('disconnectedAt', '<', slice.before)),
);

/**
 * Checks content that was uploaded before a time, the oldest first. Deletes what no job, file, revision or version refers to. The
 * rest counts as uploaded now, so that each is checked once in the retention time and not every hour.
 */
export const checkOldContent = defineStatement(({ before, maxRows }: PartPlaceholders) =>
  db
    .with('old', (cte) =>
      cte
        .selectFrom('Content')
        .select('sha256')
        .where('storedAt', '<', before)
        .orderBy('storedAt')
        .limit(maxRows)
        .forUpdate()
        .skipLocked(),
    )
    // Apart from the limit, so that the planner knows how few rows it looks up.
    .with('checked', (cte) =>
      cte.selectFrom('old as c').select((eb) => ['c.sha256', isContentUsed(eb).as('isUsed')]),
    )
    .with('deleted', (cte) =>
      cte
        .deleteFrom('Content')
        .where('sha256', 'in', (eb) => eb.selectFrom('checked').select('sha256').where('isUsed', '=', false)),
    )
    .with('used', (cte) =>
      cte
        .updateTable('Content')
        .set({ storedAt: now })
        .where('sha256', 'in', (eb) => eb.selectFrom('checked').select('sha256').where('isUsed', '=', true)),
    )
    .selectFrom('checked')
    .select(({ fn }) => [
      int(fn.countAll()).as('checked'),
      int(fn.countAll().filterWhere('isUsed', '=', false)).as('deleted'),
    ]),
);

/**
 * Whether a job, a variant of one, a request for approval, former code of a job, a file, a revision, a version or a project refers to the
 * content `c`. Each condition reads an index.
 */
function isContentUsed(eb: ExpressionBuilder<Tables & { c: { sha256: string } }, 'c'>) {
  return eb.or([
    eb.exists(eb.selectFrom('Job as j').whereRef('j.codeSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('Job as j').whereRef('j.schemaSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('JobVariant as k').whereRef('k.codeSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('JobVariant as k').whereRef('k.schemaSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('Approval as a').whereRef('a.codeSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('FormerCode as o').whereRef('o.sha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('DevscriptFile as f').whereRef('f.sha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('Revision as r').whereRef('r.codeSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('Revision as r').whereRef('r.configSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('Revision as r').whereRef('r.schemaSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('ScriptVersion as v').whereRef('v.codeSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('ScriptVersion as v').whereRef('v.configSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('ScriptVersion as v').whereRef('v.schemaSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('ProjectBuild as b').whereRef('b.sourcesSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('ProjectBuild as b').whereRef('b.mapSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('ProjectBuild as b').whereRef('b.phoneSha256', '=', 'c.sha256')),
    eb.exists(eb.selectFrom('ProjectBuild as b').whereRef('b.phoneMapSha256', '=', 'c.sha256')),
  ]);
}

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
  ofTable('Approval', deleteApprovals),
  ofTable('Message', deleteMessages),
  ofTable('AuditEntry', deleteAuditEntries),
  ofTable('DeviceConnection', deleteConnections),
];

/** Emails, which have a retention time of their own. */
export const mailRows = ofTable(
  'Mail',
  defineStatement((slice: SlicePlaceholders) =>
    db.deleteFrom('Mail').where('id', 'in', selectSlice('Mail', slice)),
  ),
);

/** The log of webhooks, which has a retention time of its own. */
export const deliveryRows = ofTable(
  'WebhookDelivery',
  defineStatement((slice: SlicePlaceholders) =>
    db.deleteFrom('WebhookDelivery').where('id', 'in', selectSlice('WebhookDelivery', slice)),
  ),
);
