import type { JobFilter, JobList, Paging, RunState } from '@drover/contract';
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { anyOf, enums, enumValue, idAfter, unnest, when } from '../../database/expressions';
import { listHistory, type Key, type Matches, type Slice } from '../../database/history';
import { escapeLike } from '../../database/lists';
import { db, defineStatement, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { scopeValues, type ScopeValues } from '../../records/device-scope';
import { hasRunInScope, selectJobSummaries, toJobSummary } from '../../records/job-record';
import { foldChanges } from '../counters/fold-changes';
import { findFewNames, selectIdsByName } from './job-names';

const selectSummaries = defineStatement(
  ({ ids, ...scope }: Placeholders<{ ids: string[]; accountId: string } & ScopeValues>) =>
    selectJobSummaries(scope).where('j.id', '=', anyOf(ids)),
);

export async function listJobs(
  { pool }: AppContext,
  scope: DeviceScope,
  { limit, cursor, total, createdAfter, createdBefore, ...filter }: JobFilter,
): Promise<JobList> {
  const values = { accountId: scope.accountId, ...scopeValues(scope) };
  if (filter.state) await foldChanges(pool);
  const names = await findFewNames(pool, scope.accountId, filter);
  return listHistory(
    pool,
    { limit, cursor, total, createdAfter, createdBefore },
    {
      ...matchesOf(values, { ...filter, names }),
      select: ({ ids }) => selectSummaries({ ids, ...values }),
      item: toJobSummary,
    },
  );
}

type JobConditions = Omit<JobFilter, keyof Paging | 'createdAfter' | 'createdBefore'>;

/** Chooses the most selective index of jobs. Conditions that it does not cover are checked row by row. */
function matchesOf(
  scope: { accountId: string } & ScopeValues,
  { name, names, scriptId, deviceId, kind, trigger, triggerId, state }: JobConditions & { names?: string[] },
): Matches<'Job'> {
  const { accountId } = scope;
  const eb = expressionBuilder<{ t: Tables['Job'] }, 't'>();
  const inScope = hasRunInScope(eb.ref('t.id'), scope, state);
  const ofTrigger = when(trigger, (value) => eb('t.triggerKind', '=', enumValue('TriggerKind', value)));
  const ofScript = when(scriptId, (id) => eb('t.scriptId', '=', id));
  const ofDevice = when(deviceId, hasRunOn);
  const ofKind = when(kind, (value) => eb('t.kind', '=', enumValue('JobKind', value)));
  const ofName = when(name, (text) => eb('t.name', 'ilike', `%${escapeLike(text)}%`));
  if (names) {
    return {
      table: 'Job',
      branches: [],
      selectIds: (slice) => selectIdsByName(accountId, names, slice),
      filter: [...ofTrigger, ...ofKind, ...ofDevice, ...inScope],
    };
  }
  if (state) {
    const byTriggerId = when(triggerId, (id) => eb('t.triggerId', '=', id));
    const filter = [...ofTrigger, ...byTriggerId, ...ofScript, ...ofKind, ...ofName, ...ofDevice, ...inScope];
    return {
      table: 'Job',
      branches: [],
      selectIds: (slice) => selectIdsByState(accountId, state, slice),
      filter,
    };
  }
  const [key, others]: [Key<'Job'>[], Expression<SqlBool>[]] =
    triggerId !== undefined
      ? [[['triggerId', triggerId]], [...ofTrigger, ...ofScript]]
      : scriptId !== undefined
        ? [[['scriptId', scriptId]], ofTrigger]
        : [trigger === undefined ? [] : [['triggerKind', enumValue('TriggerKind', trigger)]], []];
  return {
    table: 'Job',
    branches: [{ keys: [['accountId', accountId], ...key] }],
    filter: [...others, ...ofKind, ...ofName, ...ofDevice, ...inScope],
  };
}

/** Longer than it takes to insert a job with its runs. */
const insertSeconds = 300;

/**
 * Whether a job has a run on a device. The first run on each device is inserted with the job, so its ID follows that of the
 * job. This reads the index of the device's runs between both times, and not all runs of the job.
 */
function hasRunOn(deviceId: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables & { t: Tables['Job'] }, 't'>();
  return eb.exists(
    eb
      .selectFrom('Run as r')
      .where('r.deviceId', '=', deviceId)
      .whereRef('r.id', '>', 't.id')
      .where('r.id', '<', idAfter(eb.ref('t.id'), insertSeconds))
      .whereRef('r.jobId', '=', 't.id'),
  );
}

/** Selects the newest jobs that have runs in these states. A job has a counter for each of its waves and states. */
function selectIdsByState(accountId: string, states: RunState[], { from, below, size }: Slice) {
  return db
    .selectFrom(unnest('s', { state: enums('RunState', states) }))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('JobCount as c')
          .select('c.jobId as id')
          .distinct()
          .where('c.accountId', '=', accountId)
          .whereRef('c.state', '=', 's.state')
          .where('c.runs', '>', 0)
          .where((inner) =>
            inner.and([
              ...when(from, (id) => inner('c.jobId', '>=', id)),
              ...when(below, (id) => inner('c.jobId', '<', id)),
            ]),
          )
          .orderBy('c.jobId', 'desc')
          .limit(size)
          .as('j'),
      (join) => join.onTrue(),
    )
    .select('j.id')
    .distinct()
    .orderBy('j.id', 'desc')
    .limit(size);
}
