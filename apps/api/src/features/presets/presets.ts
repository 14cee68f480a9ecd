import {
  CreateJob,
  LIMITS,
  type CreatePreset,
  type Job,
  type JobRequestSummary,
  type Preset,
  type PresetFilter,
  type PresetList,
  type UpdatePreset,
} from '@drover/contract';
import { allDevices, type DeviceScope } from '../../auth/caller';
import type { Preset as PresetColumns } from '../../database/client/client';
import { assertQuota } from '../../database/quota';
import { newId } from '../../database/ids';
import { conflictIfTaken } from '../../database/conflict';
import { ApiError, orNotFound } from '../../errors/api-error';
import { when } from '../../database/expressions';
import { escapeLike, listLargePage, queryLargeRows } from '../../database/lists';
import { db } from '../../database/sql';
import { checkJobRequest, refreshJobRequests } from '../jobs/saved-requests';
import type { Requester } from '../../http/requester';
import { submitJob } from '../jobs/run-requests';
import type { AppContext } from '../../context/app-context';

export const presetQuota = {
  table: 'Preset',
  max: LIMITS.presets,
  message: `An account can have at most ${LIMITS.presets} presets. Delete one first.`,
} as const;

const nameTaken = 'A preset with this name already exists. Choose another name.';

export async function listPresets(
  context: AppContext,
  scope: DeviceScope,
  { name, ...paging }: PresetFilter,
): Promise<PresetList> {
  const select = db
    .selectFrom('Preset')
    .select(['id', 'name', 'createdAt', 'summary as request'])
    .where('accountId', '=', scope.accountId)
    .where((eb) => eb.and(when(name, (part) => eb('name', 'ilike', `%${escapeLike(part)}%`))));
  const rows = queryLargeRows(context.pool, select);
  const { items, ...page } = await listLargePage(paging, { ...rows, item: (row) => row });
  return { ...page, items: await toPresets(context, scope, items) };
}

export async function getPreset(context: AppContext, scope: DeviceScope, presetId: string): Promise<Preset> {
  const where = { id: presetId, accountId: scope.accountId };
  const { request, ...row } = orNotFound(await context.prisma.preset.findFirst({ where }));
  return orNotFound((await toPresets(context, scope, [{ ...row, request: request as CreateJob }]))[0]);
}

/** Throws if the preset could not run now, for example because a script or a device does not exist. */
export async function createPreset(
  context: AppContext,
  accountId: string,
  { name, ...fields }: CreatePreset,
): Promise<Preset> {
  const request = CreateJob.parse(fields);
  await checkJobRequest(context, accountId, request);
  const id = await insertPreset(context, accountId, { name, request });
  return getPreset(context, allDevices(accountId), id);
}

/** Stores a preset whose request was checked. Returns its ID. */
export async function insertPreset(
  { prisma }: AppContext,
  accountId: string,
  { name, request, originId }: { name: string; request: CreateJob; originId?: string },
): Promise<string> {
  const id = newId();
  const create = prisma.$transaction(async (transaction) => {
    await assertQuota(transaction, { accountId, ...presetQuota });
    await transaction.preset.create({ data: { id, accountId, name, originId, ...toColumns(request) } });
  });
  await conflictIfTaken(create, nameTaken);
  return id;
}

export async function updatePreset(
  context: AppContext,
  { accountId, presetId }: { accountId: string; presetId: string },
  { name, ...fields }: UpdatePreset,
): Promise<void> {
  const where = { id: presetId, accountId };
  orNotFound(await context.prisma.preset.findFirst({ where, select: { id: true } }));
  const request = CreateJob.parse(fields);
  await checkJobRequest(context, accountId, request);
  await replacePreset(context, { accountId, presetId }, { name, request });
}

/** Replaces a preset by a request that was checked. */
export async function replacePreset(
  { prisma }: AppContext,
  { accountId, presetId }: { accountId: string; presetId: string },
  { name, request }: { name: string; request: CreateJob },
): Promise<void> {
  const update = prisma.preset.updateMany({
    where: { id: presetId, accountId },
    data: { name, ...toColumns(request) },
  });
  const { count } = await conflictIfTaken(update, nameTaken);
  orNotFound(count || null);
}

export async function removePreset(
  { prisma }: AppContext,
  accountId: string,
  presetId: string,
): Promise<void> {
  const { count } = await prisma.preset.deleteMany({ where: { id: presetId, accountId } });
  orNotFound(count || null);
}

/**
 * Runs a preset on the devices that its selector matches now, or on its devices that still exist. Fails if the caller may
 * not use one of them.
 */
export async function runPreset(context: AppContext, requester: Requester, presetId: string): Promise<Job> {
  const preset = await getPreset(context, allDevices(requester.accountId), presetId);
  if (preset.scriptId !== undefined && preset.scriptName === null) {
    const message = 'The script of this preset was deleted. Choose another script.';
    throw new ApiError('notFound', { message });
  }
  if (preset.devices?.length === 0) {
    const message = 'All devices of this preset were deleted. Choose other devices.';
    throw new ApiError('conflict', { message });
  }
  const trigger = { kind: 'preset', id: presetId } as const;
  return submitJob(context, { ...requester, trigger }, CreateJob.parse(preset));
}

function toColumns(request: CreateJob) {
  return { request: request as object, groupId: request.selector?.group ?? null };
}

type Row<Request> = Pick<PresetColumns, 'id' | 'name' | 'createdAt'> & { request: Request };

/** Returns presets with their requests, or with the summaries of these. */
async function toPresets<Request extends JobRequestSummary>(
  context: AppContext,
  scope: DeviceScope,
  rows: Row<Request>[],
) {
  const requests = rows.map(({ request }) => request);
  const refreshed = await refreshJobRequests(context, scope, requests);
  return rows.map(({ id, name, createdAt }, index) => {
    const { request, scriptName } = refreshed[index];
    return { _id: id, name, ...request, scriptName, createdAt: createdAt.toISOString() };
  });
}
