import type { Expression, ExpressionBuilder } from 'kysely';
import type { ClientBase } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import { anyOf, now } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { settleAll, type Commit } from '../../database/transaction';
import { hasSubscriber, insertDeliveries, lockSubscribers, type WebhookEvent } from '../../outbox/outbox';
import { selectJobs, toJob } from '../../records/job-record';
import { resultField, resultOfRun } from '../../records/result-in-event';
import { pinnedOfRun, toRun } from '../../records/run-record';
import { isOpen } from '../../records/run-states';
import { assignFailures, findFailures } from '../failures/record-failures';

/**
 * Assigns the runs that failed to failure groups, and records events for the runs that ended and for the jobs whose last
 * run ended. Takes one statement if no run failed and there is no subscriber. Calls `commit` after the last statement is
 * sent. A `lost` run ends a second time if a late result arrives, but its job does not.
 */
export async function recordEnded(client: ClientBase, changed: ChangedRun[], commit?: Commit): Promise<void> {
  const ended = changed.filter(({ state }) => !isOpen(state)).map(({ id }) => id);
  if (ended.length === 0) return commit?.();
  const select = db
    .selectFrom('Run as r')
    .selectAll('r')
    .select([resultOfRun.as('result'), pinnedOfRun.as('pinned')])
    .where('r.id', '=', anyOf(ended))
    .where((eb) => hasSubscriber(eb.ref('r.accountId'), 'run.finished', 'job.finished'));
  const [failures, rows] = await settleAll([
    findFailures(client, changed),
    execute(client, prepared(select)),
  ]);
  const assigned = assignFailures(client, failures);
  if (rows.length === 0) {
    commit?.();
    return assigned;
  }
  const accountIds = rows.map(({ accountId }) => accountId);
  const [webhooks, jobIds] = await settleAll([
    lockSubscribers(client, accountIds, ['run.finished', 'job.finished']),
    markEndedJobs(client, [...new Set(rows.map(({ jobId }) => jobId))]),
    assigned,
  ]);
  const jobs =
    jobIds.length === 0
      ? []
      : await execute(client, prepared(selectJobs().where('j.id', '=', anyOf(jobIds))));
  const events = [
    ...rows.map(({ result, ...row }): WebhookEvent => ({
      accountId: row.accountId,
      type: 'run.finished',
      data: { ...toRun(row), ...resultField(result) },
    })),
    ...jobs.map((row): WebhookEvent => ({
      accountId: row.accountId,
      type: 'job.finished',
      data: toJob(row),
    })),
  ];
  return insertDeliveries(client, { webhooks, events }, commit);
}

/**
 * Marks the jobs that have no open runs and whose end has a subscriber. Returns their IDs. Locks the jobs first: if two nodes
 * end the last two runs of a job at the same time, one of them waits for the other and then finds no open runs.
 */
async function markEndedJobs(client: ClientBase, jobIds: string[]): Promise<string[]> {
  const lock = db
    .selectFrom('Job as j')
    .select('j.id')
    .where((eb) => isEndUnrecorded(eb, jobIds))
    .orderBy('j.id')
    .forNoKeyUpdate('j');
  const update = db
    .updateTable('Job as j')
    .set({ finishedEventAt: now })
    .where((eb) => isEndUnrecorded(eb, jobIds))
    .where((eb) => eb.not(eb.exists(openRuns(eb.ref('j.id')))))
    .returning('j.id');
  const [, ended] = await settleAll([execute(client, prepared(lock)), execute(client, prepared(update))]);
  return ended.map(({ id }) => id);
}

function isEndUnrecorded(eb: ExpressionBuilder<Tables & { j: Tables['Job'] }, 'j'>, jobIds: string[]) {
  return eb.and([
    eb('j.id', '=', anyOf(jobIds)),
    eb('j.finishedEventAt', 'is', null),
    hasSubscriber(eb.ref('j.accountId'), 'job.finished'),
  ]);
}

function openRuns(jobId: Expression<string>) {
  return db.selectFrom('Run').where('jobId', '=', jobId).where('finishedAt', 'is', null);
}
