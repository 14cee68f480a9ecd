import {
  LIMITS,
  type CreateSampleRecord,
  type Paging,
  type SampleRecord,
  type SampleRecordList,
  type UpdateSampleRecord,
} from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import type { SampleRecord as Row } from '../../database/client/client';
import { assertQuota } from '../../database/quota';
import { newId } from '../../database/ids';
import { conflictIfTaken } from '../../database/conflict';
import { orNotFound } from '../../errors/api-error';
import { findRows, listPage } from '../../database/lists';

const quota = {
  table: 'SampleRecord',
  max: LIMITS.sampleRecords,
  message: `An account can have at most ${LIMITS.sampleRecords} sample records. Delete one first.`,
} as const;

const nameTaken = 'A sample record with this name already exists. Choose another name.';

export async function listSampleRecords(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<SampleRecordList> {
  return listPage(paging, {
    ...findRows(prisma.sampleRecord, { accountId }),
    item: toSampleRecord,
  });
}

export async function getSampleRecord(
  { prisma }: AppContext,
  accountId: string,
  sampleRecordId: string,
): Promise<SampleRecord> {
  const where = { id: sampleRecordId, accountId };
  return toSampleRecord(orNotFound(await prisma.sampleRecord.findFirst({ where })));
}

export async function createSampleRecord(
  { prisma }: AppContext,
  accountId: string,
  { name }: CreateSampleRecord,
): Promise<SampleRecord> {
  const create = prisma.$transaction(async (transaction) => {
    await assertQuota(transaction, { accountId, ...quota });
    return transaction.sampleRecord.create({ data: { id: newId(), accountId, name } });
  });
  return toSampleRecord(await conflictIfTaken(create, nameTaken));
}

export async function updateSampleRecord(
  { prisma }: AppContext,
  { accountId, sampleRecordId }: { accountId: string; sampleRecordId: string },
  { name }: UpdateSampleRecord,
): Promise<void> {
  const where = { id: sampleRecordId, accountId };
  const { count } = await conflictIfTaken(
    prisma.sampleRecord.updateMany({ where, data: { name } }),
    nameTaken,
  );
  orNotFound(count || null);
}

export async function removeSampleRecord(
  { prisma }: AppContext,
  accountId: string,
  sampleRecordId: string,
): Promise<void> {
  const { count } = await prisma.sampleRecord.deleteMany({ where: { id: sampleRecordId, accountId } });
  orNotFound(count || null);
}

function toSampleRecord({ id, name, createdAt }: Row): SampleRecord {
  return { _id: id, name, createdAt: createdAt.toISOString() };
}
