import {
  LIMITS,
  type CreateSampleRecord,
  type Paging,
  type SampleRecord,
  type SampleRecordList,
  type UpdateSampleRecord,
} from '@drover/contract';
import type { SampleRecord as Row } from '../database/client/client';
import { refuseWhereFull } from '../database/full';
import { newId } from '../database/ids';
import { statementsOf } from '../database/statements';
import { unlessTaken } from '../database/unique';
import { found } from '../http/api-error';
import { findRows, listPage } from '../http/lists';
import type { Service } from '../service';

const room = {
  table: 'SampleRecord',
  max: LIMITS.sampleRecords,
  message: `An account has at most ${LIMITS.sampleRecords} sample records. Delete one that is not used.`,
} as const;

const nameTaken = 'There is a sample record of this name already. Choose another one.';

export async function listSampleRecords(
  { prisma }: Service,
  accountId: string,
  paging: Paging,
): Promise<SampleRecordList> {
  return listPage(paging, {
    ...findRows(prisma.sampleRecord, { accountId }),
    item: toSampleRecord,
  });
}

export async function getSampleRecord(
  { prisma }: Service,
  accountId: string,
  sampleRecordId: string,
): Promise<SampleRecord> {
  const where = { id: sampleRecordId, accountId };
  return toSampleRecord(found(await prisma.sampleRecord.findFirst({ where })));
}

export async function createSampleRecord(
  { prisma }: Service,
  accountId: string,
  { name }: CreateSampleRecord,
): Promise<SampleRecord> {
  const create = prisma.$transaction(async (transaction) => {
    await refuseWhereFull(statementsOf(transaction), { accountId, ...room });
    return transaction.sampleRecord.create({ data: { id: newId(), accountId, name } });
  });
  return toSampleRecord(await unlessTaken(create, nameTaken));
}

export async function updateSampleRecord(
  { prisma }: Service,
  { accountId, sampleRecordId }: { accountId: string; sampleRecordId: string },
  { name }: UpdateSampleRecord,
): Promise<void> {
  const where = { id: sampleRecordId, accountId };
  const { count } = await unlessTaken(prisma.sampleRecord.updateMany({ where, data: { name } }), nameTaken);
  found(count || null);
}

export async function removeSampleRecord(
  { prisma }: Service,
  accountId: string,
  sampleRecordId: string,
): Promise<void> {
  const { count } = await prisma.sampleRecord.deleteMany({ where: { id: sampleRecordId, accountId } });
  found(count || null);
}

function toSampleRecord({ id, name, createdAt }: Row): SampleRecord {
  return { _id: id, name, createdAt: createdAt.toISOString() };
}
