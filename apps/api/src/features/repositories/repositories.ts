import {
  LIMITS,
  type CreatedRepository,
  type CreateRepository,
  type HookSecret,
  type Paging,
  type Repository,
  type RepositoryList,
  type UpdateRepository,
} from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { newSecret } from '../../auth/credentials';
import type { Prisma } from '../../database/client/client';
import { conflictIfTaken } from '../../database/conflict';
import { newId } from '../../database/ids';
import { findRows, listPage } from '../../database/lists';
import { assertQuota } from '../../database/quota';
import { invalid, orNotFound } from '../../errors/api-error';
import { checkTarget } from '../webhooks/targets';
import { aboutHookSecret } from './hooks';
import { replacePins } from './pins';
import { changePushes, retryPushes } from './push-queue';
import { requestSync } from './queue';
import { parseRemoteUrl } from './remote-url';
import { toSync } from './syncs';

const quota = {
  table: 'Repository',
  max: LIMITS.repositories,
  message: `An account has at most ${LIMITS.repositories} repositories. Delete one before you connect another.`,
} as const;

const nameTaken = 'A repository with this name already exists. Choose another name.';

const withSyncAndPins = {
  syncs: { orderBy: { id: 'desc' }, take: 1 },
  pins: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.RepositoryInclude;
type Row = Prisma.RepositoryGetPayload<{ include: typeof withSyncAndPins }>;

/** A repository of an account. */
interface RepositoryIds {
  accountId: string;
  repositoryId: string;
}

export async function listRepositories(
  context: AppContext,
  accountId: string,
  paging: Paging,
): Promise<RepositoryList> {
  const { repository } = context.prisma;
  const source = {
    ...findRows(repository, { accountId }),
    find: (page: Pick<Prisma.RepositoryFindManyArgs, 'where' | 'take'>) =>
      repository.findMany({
        ...page,
        where: { accountId, ...page.where },
        orderBy: { id: 'desc' },
        include: withSyncAndPins,
      }),
    item: (row: Row) => toRepository(context, row),
  };
  return listPage<Row, Repository>(paging, source);
}

export async function getRepository(
  context: AppContext,
  { accountId, repositoryId: id }: RepositoryIds,
): Promise<Repository> {
  const row = await context.prisma.repository.findFirst({
    where: { id, accountId },
    include: withSyncAndPins,
  });
  return toRepository(context, orNotFound(row));
}

/** Connects a repository. Its first sync starts at once. */
export async function createRepository(
  context: AppContext,
  accountId: string,
  { pins, ...input }: CreateRepository,
): Promise<CreatedRepository> {
  await checkUrl(context, input.url);
  const [id, hookSecret] = [newId(), newSecret('hmg')];
  const sealed = await context.vault.seal(hookSecret, aboutHookSecret(id));
  const create = context.prisma.$transaction(async (transaction) => {
    await assertQuota(transaction, { accountId, ...quota });
    await transaction.repository.create({
      data: { ...input, id, accountId, hookSecret: sealed, nextAt: new Date() },
    });
    if (pins) await replacePins(transaction, { accountId, repositoryId: id }, pins);
    return transaction.repository.findUniqueOrThrow({ where: { id }, include: withSyncAndPins });
  });
  return { ...toRepository(context, await conflictIfTaken(create, nameTaken)), hookSecret };
}

/**
 * Changes a repository. A sync in progress stores nothing, and another one starts. It stores all projects if they may be
 * others, and only changed ones after another change.
 */
export async function updateRepository(
  context: AppContext,
  ids: RepositoryIds,
  { pins, ...change }: UpdateRepository,
): Promise<void> {
  const current = await getRepository(context, ids);
  const has = (name: 'url' | 'ref' | 'folder' | 'pushRef') =>
    change[name] !== undefined && change[name] !== current[name];
  const isOther = has('url') || has('ref') || has('folder');
  if (change.url !== undefined && has('url')) await checkUrl(context, change.url);
  const isMoved = change.url !== undefined && hostOf(change.url) !== hostOf(current.url);
  const update = context.prisma.$transaction(async (transaction) => {
    const { count } = await transaction.repository.updateMany({
      where: { id: ids.repositoryId, accountId: ids.accountId },
      data: {
        ...(isMoved && { knownHosts: null }),
        ...change,
        ...{ syncId: null, leaseUntil: null, nextAt: new Date() },
        ...(isOther ? { nextTrigger: 'request' } : { nextTrigger: 'interval' }),
        // The next sync reads all files.
        ...((isOther || has('pushRef')) && { commit: null }),
      },
    });
    orNotFound(count || null);
    if (pins) await replacePins(transaction, ids, pins);
    await changePushes(transaction, ids.repositoryId, {
      isOther: isOther || has('pushRef'),
      isOff: (change.pushRef === undefined ? current.pushRef : change.pushRef) === null,
    });
  });
  await conflictIfTaken(update, nameTaken);
}

/** Disconnects a repository. Its development scripts stay. */
export async function removeRepository(
  { prisma }: AppContext,
  { accountId, repositoryId: id }: RepositoryIds,
): Promise<void> {
  const { count } = await prisma.repository.deleteMany({ where: { id, accountId } });
  orNotFound(count || null);
}

export async function syncNow(context: AppContext, ids: RepositoryIds): Promise<void> {
  await getRepository(context, ids);
  await context.prisma.$transaction(async (transaction) => {
    await requestSync(transaction, ids.repositoryId, 'request');
    await retryPushes(transaction, ids.repositoryId);
  });
}

export async function rotateHookSecret(
  context: AppContext,
  { accountId, repositoryId: id }: RepositoryIds,
): Promise<HookSecret> {
  const hookSecret = newSecret('hmg');
  const sealed = await context.vault.seal(hookSecret, aboutHookSecret(id));
  const { count } = await context.prisma.repository.updateMany({
    where: { id, accountId },
    data: { hookSecret: sealed },
  });
  orNotFound(count || null);
  return { hookSecret };
}

/** Names the server of a URL, whose key is pinned. */
function hostOf(url: string): string {
  const { protocol, host, port } = parseRemoteUrl(url);
  return `${protocol}://${host}:${port}`;
}

async function checkUrl(context: AppContext, url: string): Promise<void> {
  const { protocol, host } = parseRemoteUrl(url);
  const isPrivateAllowed = context.settings.DROVER_WEBHOOK_PRIVATE === 'allow';
  if (protocol === 'http' && !isPrivateAllowed) throw invalid('url', 'must begin with https:// or ssh://');
  const target = `https://${host.includes(':') ? `[${host}]` : host}`;
  if (!URL.canParse(target)) throw invalid('url', 'must have a valid host name');
  if (!isPrivateAllowed) await checkTarget(context, target);
}

function toRepository({ publicUrl }: AppContext, row: Row): Repository {
  const { id, name, url, ref, folder, secretName, knownHosts, intervalMinutes, pushRef, commit } = row;
  return {
    _id: id,
    ...{ name, url, ref, folder, secretName, knownHosts, intervalMinutes, pushRef, commit },
    pins: row.pins.map(({ ref, groupId, commit }) => ({ ref, groupId, commit })),
    hookUrl: `${publicUrl}/hooks/${id}`,
    nextAt: row.nextAt?.toISOString() ?? null,
    lastSync: row.syncs.length > 0 ? toSync(row.syncs[0]) : null,
    createdAt: row.createdAt.toISOString(),
  };
}
