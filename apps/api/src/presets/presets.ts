import {
  CreateJob,
  LIMITS,
  type CreatePreset,
  type Job,
  type Paging,
  type Preset,
  type PresetList,
  type UpdatePreset,
} from '@drover/contract';
import type { Preset as Row } from '../database/client/client';
import { refuseWhereFull } from '../database/full';
import { newId } from '../database/ids';
import { statementsOf } from '../database/statements';
import { unlessTaken } from '../database/unique';
import { ApiError, found } from '../http/api-error';
import { findRows, listPage } from '../http/lists';
import { checkJobRequest, refreshJobRequests } from '../jobs/kept-requests';
import type { Requester } from '../jobs/requester';
import { startJob } from '../jobs/run-requests';
import type { Service } from '../service';

const room = {
  table: 'Preset',
  max: LIMITS.presets,
  message: `An account has at most ${LIMITS.presets} presets. Delete one that is not used.`,
} as const;

const nameTaken = 'There is a preset of this name already. Choose another one.';

export async function listPresets(service: Service, accountId: string, paging: Paging): Promise<PresetList> {
  const { prisma } = service;
  const { items, ...page } = await listPage(paging, {
    ...findRows(prisma.preset, { accountId }),
    item: (row) => row,
  });
  return { ...page, items: await toPresets(service, accountId, items) };
}

export async function getPreset(service: Service, accountId: string, presetId: string): Promise<Preset> {
  const row = found(await service.prisma.preset.findFirst({ where: { id: presetId, accountId } }));
  return found((await toPresets(service, accountId, [row]))[0]);
}

/** What it names has to be there, so that a preset that is made today would run today. */
export async function createPreset(
  service: Service,
  accountId: string,
  { name, ...fields }: CreatePreset,
): Promise<Preset> {
  const kept = await keepable(service, accountId, fields);
  const create = service.prisma.$transaction(async (transaction) => {
    await refuseWhereFull(statementsOf(transaction), { accountId, ...room });
    return transaction.preset.create({ data: { id: newId(), accountId, name, ...kept } });
  });
  const row = await unlessTaken(create, nameTaken);
  return getPreset(service, accountId, row.id);
}

export async function updatePreset(
  service: Service,
  { accountId, presetId }: { accountId: string; presetId: string },
  { name, ...fields }: UpdatePreset,
): Promise<void> {
  const where = { id: presetId, accountId };
  found(await service.prisma.preset.findFirst({ where, select: { id: true } }));
  const data = { name, ...(await keepable(service, accountId, fields)) };
  const { count } = await unlessTaken(service.prisma.preset.updateMany({ where, data }), nameTaken);
  found(count || null);
}

export async function removePreset({ prisma }: Service, accountId: string, presetId: string): Promise<void> {
  const { count } = await prisma.preset.deleteMany({ where: { id: presetId, accountId } });
  found(count || null);
}

/** Runs it on whatever its selector chooses now, or on those of its devices that are still there. */
export async function runPreset(service: Service, requester: Requester, presetId: string): Promise<Job> {
  const preset = await getPreset(service, requester.accountId, presetId);
  if (preset.scriptId !== undefined && preset.scriptName === null) {
    const message = 'The script of this preset is not there any more. Choose another one for it.';
    throw new ApiError('notFound', { message });
  }
  if (preset.devices?.length === 0) {
    const message = 'None of the devices of this preset is there any more. Choose others for it.';
    throw new ApiError('conflict', { message });
  }
  return startJob(service, requester, CreateJob.parse(preset));
}

async function keepable(service: Service, accountId: string, fields: CreateJob) {
  const request = CreateJob.parse(fields);
  await checkJobRequest(service, accountId, request);
  return { request: request as object, groupId: request.selector?.group ?? null };
}

async function toPresets(service: Service, accountId: string, rows: Row[]): Promise<Preset[]> {
  const requests = rows.map(({ request }) => request as CreateJob);
  const refreshed = await refreshJobRequests(service, accountId, requests);
  return rows.map(({ id, name, createdAt }, index) => {
    const { request, scriptName } = refreshed[index];
    return { _id: id, name, ...request, scriptName, createdAt: createdAt.toISOString() };
  });
}
