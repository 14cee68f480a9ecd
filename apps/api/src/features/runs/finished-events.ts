import type { Expression } from 'kysely';
import type { ClientBase } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import { anyOf, now } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { hasSubscriber, recordEvents } from '../../outbox/outbox';
import { selectJobs, toJob } from '../../records/job-record';
import { resultField, resultOfRun } from '../../records/result-in-event';
import { pinnedOfRun, toRun } from '../../records/run-record';
import { isOpen } from '../../records/run-states';
import { recordFailures } from '../failures/record-failures';

/**
 * Assigns the runs that failed to failure groups, and records events for the runs that ended and for the jobs whose last
 * run ended. Takes one statement if no run failed and there is no subscriber. A `lost` run ends a second time if a late
 * result arrives, but its job does not.
 */
export async function recordEnded(client: ClientBase, changed: ChangedRun[]): Promise<void> {
  const ended = changed.filter(({ state }) => !isOpen(state)).map(({ id }) => id);
  if (ended.length === 0) return;
  await recordFailures(client, changed);
  const select = db
    .selectFrom('Run as r')
    .selectAll('r')
    .select([resultOfRun.as('result'), pinnedOfRun.as('pinned')])
    .where('r.id', '=', anyOf(ended))
    .where((eb) => hasSubscriber(eb.ref('r.accountId'), 'run.finished', 'job.finished'));
  const rows = await execute(client, select);
  if (rows.length === 0) return;
  await recordEvents(
    client,
    rows.map(({ result, ...row }) => ({
      accountId: row.accountId,
      type: 'run.finished',
      data: { ...toRun(row), ...resultField(result) },
    })),
  );
  await recordEndedJobs(client, [...new Set(rows.map(({ jobId }) => jobId))]);
}

/** Locks the jobs: if two nodes end the last two runs of a job at once, the second waits and then sees the first's change. */
async function recordEndedJobs(client: ClientBase, jobIds: string[]): Promise<void> {
  const select = db
    .selectFrom('Job as j')
    .select('j.id')
    .where('j.id', '=', anyOf(jobIds))
    .where('j.finishedEventAt', 'is', null)
    .where((eb) => hasSubscriber(eb.ref('j.accountId'), 'job.finished'))
    .orderBy('j.id')
    .forNoKeyUpdate('j');
  const locked = await execute(client, select);
  if (locked.length === 0) return;
  const update = db
    .updateTable('Job as j')
    .set({ finishedEventAt: now })
    .where('j.id', '=', anyOf(locked.map(({ id }) => id)))
    .where('j.finishedEventAt', 'is', null)
    .where((eb) => eb.not(eb.exists(openRuns(eb.ref('j.id')))))
    .returning('j.id');
  const ids = (await execute(client, update)).map(({ id }) => id);
  if (ids.length === 0) return;
  const rows = await execute(client, selectJobs().where('j.id', '=', anyOf(ids)));
  await recordEvents(
    client,
    rows.map((row) => ({ accountId: row.accountId, type: 'job.finished', data: toJob(row) })),
  );
}

function openRuns(jobId: Expression<string>) {
  return db.selectFrom('Run').where('jobId', '=', jobId).where('finishedAt', 'is', null);
}
