import { LIMITS } from '@drover/contract';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context';
import type { Prisma, Repository, RepositoryPin, SyncTrigger } from '../../database/client/client';
import { anyOf, enumValue, now, secondsFromNow } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, execute, executeCount, executeFirst, prepared, type SqlClient } from '../../database/sql';
import { selectDuePush } from './push-queue';

/** How long a server that was killed keeps a sync. */
const leaseSeconds = 20;

/** A sync that this server has claimed. */
export interface ClaimedSync {
  syncId: string;
  trigger: SyncTrigger;
  repository: Repository & { pins: RepositoryPin[] };
}

const selectDue = (busyAccountIds: string[]) =>
  db
    .selectFrom('Repository')
    .select(['id', 'nextTrigger'])
    .where('nextAt', '<=', now)
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
    .where((eb) => eb.not(eb('accountId', '=', anyOf(busyAccountIds))))
    .orderBy('nextAt')
    .limit(1);

/**
 * Claims the repository that is due for the longest time, of accounts without a sync on this server. Servers that do so at
 * the same time get different ones.
 */
export async function claimSync(
  context: AppContext,
  busyAccountIds: string[],
): Promise<ClaimedSync | undefined> {
  return (await claimPush(context, busyAccountIds)) ?? (await claimPull(context, busyAccountIds));
}

/** Saves are pushed before the next sync, so that it finds them. */
async function claimPush({ pool, prisma }: AppContext, busyAccountIds: string[]) {
  if (!(await executeFirst(pool, prepared(selectDuePush(busyAccountIds))))) return undefined;
  return prisma.$transaction(async (transaction) => {
    const due = await executeFirst(transaction, selectDuePush(busyAccountIds).forUpdate('r').skipLocked());
    return due && startSync(transaction, { syncId: newId(), repositoryId: due.id, trigger: 'save' });
  });
}

async function claimPull({ pool, prisma }: AppContext, busyAccountIds: string[]) {
  if (!(await executeFirst(pool, prepared(selectDue(busyAccountIds))))) return undefined;
  return prisma.$transaction(async (transaction) => {
    const due = await executeFirst(transaction, selectDue(busyAccountIds).forUpdate().skipLocked());
    if (!due) return undefined;
    const { id: repositoryId, nextTrigger: trigger } = due;
    return startSync(transaction, { syncId: newId(), repositoryId, trigger });
  });
}

async function startSync(transaction: Prisma.TransactionClient, start: Start): Promise<ClaimedSync> {
  const { syncId, repositoryId, trigger } = start;
  await recordStart(transaction, start);
  const leaseUntil = secondsFromNow(leaseSeconds);
  const claim = db
    .updateTable('Repository')
    .set({ syncId, leaseUntil, ...(trigger !== 'save' && { nextAt: leaseUntil }) })
    .where('id', '=', repositoryId);
  await execute(transaction, claim);
  const repository = await transaction.repository.findUniqueOrThrow({
    where: { id: repositoryId },
    include: { pins: { orderBy: { position: 'asc' } } },
  });
  return { syncId, trigger, repository };
}

interface Start {
  syncId: string;
  repositoryId: string;
  trigger: SyncTrigger;
}

/** A sync that is still running has lost its server. */
async function recordStart(transaction: Prisma.TransactionClient, { syncId, repositoryId, trigger }: Start) {
  await transaction.repositorySync.updateMany({
    where: { repositoryId, state: 'running' },
    data: {
      state: 'failed',
      error: 'The sync was interrupted: its server stopped, or the repository was changed.',
      finishedAt: new Date(),
    },
  });
  await transaction.repositorySync.create({ data: { id: syncId, repositoryId, trigger } });
  const oldest = await transaction.repositorySync.findFirst({
    where: { repositoryId },
    orderBy: { id: 'desc' },
    skip: LIMITS.repositorySyncs,
  });
  if (oldest) {
    await transaction.repositorySync.deleteMany({ where: { repositoryId, id: { lte: oldest.id } } });
  }
}

/** Extends the lease. Returns false if another server has the sync now, or the repository has changed. */
export async function renewSync({ pool }: AppContext, { syncId, repository }: ClaimedSync): Promise<boolean> {
  const renewal = db
    .updateTable('Repository')
    .set({
      leaseUntil: secondsFromNow(leaseSeconds),
      // A request during the sync stays.
      nextAt: (eb) =>
        eb
          .case()
          .when('nextAt', '=', eb.ref('leaseUntil'))
          .then(secondsFromNow(leaseSeconds))
          .else(eb.ref('nextAt'))
          .end(),
    })
    .where('id', '=', repository.id)
    .where('syncId', '=', syncId);
  return (await executeCount(pool, renewal)) > 0;
}

/** Ends the claim, and schedules the next sync: after some seconds, or by the interval. Returns false if this server does not have the sync any more. */
export async function releaseSync(
  client: SqlClient,
  { syncId, repository, trigger }: ClaimedSync,
  { commit, retryAfter }: { commit?: string; retryAfter?: number },
): Promise<boolean> {
  const interval = sql<Date | null>`now() + make_interval(mins => "intervalMinutes")`;
  const isRetry = retryAfter !== undefined;
  const next = isRetry ? sql<Date | null>`LEAST(${secondsFromNow(retryAfter)}, ${interval})` : interval;
  const nextTrigger = isRetry ? trigger : 'interval';
  const release = db
    .updateTable('Repository')
    .set({
      syncId: null,
      leaseUntil: null,
      ...(commit !== undefined && { commit }),
      // Somebody requested another sync meanwhile.
      nextAt: (eb) =>
        eb.case().when('nextAt', '<>', eb.ref('leaseUntil')).then(eb.ref('nextAt')).else(next).end(),
      nextTrigger: (eb) =>
        eb
          .case()
          .when('nextAt', '<>', eb.ref('leaseUntil'))
          .then(eb.ref('nextTrigger'))
          .else(enumValue('SyncTrigger', nextTrigger))
          .end(),
    })
    .where('id', '=', repository.id)
    .where('syncId', '=', syncId);
  return (await executeCount(client, release)) > 0;
}

/** Requests a sync, unless one is waiting already. */
export async function requestSync(
  client: SqlClient,
  repositoryId: string,
  trigger: SyncTrigger,
): Promise<void> {
  const request = db
    .updateTable('Repository')
    .set({ nextAt: now, nextTrigger: trigger })
    .where('id', '=', repositoryId)
    .where((eb) => eb.or([eb('nextAt', 'is', null), eb('nextAt', '>', now)]));
  await execute(client, request);
}
