import {
  LIMITS,
  type CreateInputFile,
  type InputFile,
  type InputFileList,
  type Paging,
} from '@drover/contract';
import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { AppContext } from '../../context/app-context';
import { now } from '../../database/expressions';
import type { InputFile as Row } from '../../database/client/client';
import { newId } from '../../database/ids';
import { findRows, listPage } from '../../database/lists';
import { assertQuota } from '../../database/quota';
import { db, execute, executeFirst } from '../../database/sql';
import { transact } from '../../database/transaction';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';
import { completeFile } from './content';

const quota = {
  table: 'InputFile',
  max: LIMITS.inputFiles,
  message: `An account has at most ${LIMITS.inputFiles} input files. Delete one before you upload another.`,
} as const;

/** SHA-256 of no bytes. */
const emptySha256 = createHash('sha256').digest('hex');

/** Identifies an input file. */
export interface FileIds {
  accountId: string;
  fileId: string;
}

export async function listInputFiles(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<InputFileList> {
  return listPage(paging, { ...findRows(prisma.inputFile, { accountId }), item: toInputFile });
}

export async function getInputFile(
  { prisma }: AppContext,
  { accountId, fileId }: FileIds,
): Promise<InputFile> {
  return toInputFile(orNotFound(await prisma.inputFile.findFirst({ where: { id: fileId, accountId } })));
}

/** Begins an upload, or returns the file that has the content, completely or in part. */
export async function createInputFile(
  context: AppContext,
  accountId: string,
  file: CreateInputFile,
): Promise<InputFile> {
  if (file.size === 0 && file.sha256 !== emptySha256) {
    throw invalid('sha256', 'must be the SHA-256 of the content');
  }
  const fileId = await transact(context.pool, async (client) => {
    const known = await useFile(client, { accountId, ...file });
    if (known) return known;
    await assertQuota(client, { accountId, ...quota });
    // Another request may have created it before this one got the lock of the quota.
    const other = await useFile(client, { accountId, ...file });
    if (other) return other;
    await assertBytes(client, accountId, file.size);
    const row = { id: newId(), accountId, ...file, key: newId(), parts: [] };
    await execute(client, db.insertInto('InputFile').values(row));
    return row.id;
  });
  // The server may have ended after it had stored the last part. An empty file has none.
  await completeFile(context, { accountId, fileId });
  return getInputFile(context, { accountId, fileId });
}

/** Deletes a file. The sweep deletes its content. */
export async function removeInputFile({ prisma }: AppContext, { accountId, fileId }: FileIds): Promise<void> {
  const { count } = await prisma.inputFile.deleteMany({ where: { id: fileId, accountId } });
  orNotFound(count || null);
}

/** Finds the file of a content, and protects it from being deleted as unused. */
async function useFile(
  client: PoolClient,
  { accountId, sha256, size }: CreateInputFile & { accountId: string },
): Promise<string | undefined> {
  const update = db
    .updateTable('InputFile')
    .set({ usedAt: now })
    .where('accountId', '=', accountId)
    .where('sha256', '=', sha256)
    .returning(['id', 'size']);
  const file = await executeFirst(client, update);
  if (file && file.size !== size) {
    throw invalid('size', `must be ${file.size}, because the file with this SHA-256 has as many bytes`);
  }
  return file?.id;
}

/** Throws if the files of the account would have too many bytes. The caller holds the lock of the quota. */
async function assertBytes(client: PoolClient, accountId: string, size: number): Promise<void> {
  const select = db
    .selectFrom('InputFile')
    .select(({ fn }) => fn.sum<string>('size').as('bytes'))
    .where('accountId', '=', accountId);
  const usage = await executeFirst(client, select);
  if (Number(usage?.bytes ?? 0) + size <= LIMITS.accountInputFileBytes) return;
  const message = `The input files of an account have at most ${LIMITS.accountInputFileBytes / 1024 ** 3} GB together. Delete some before you upload others.`;
  throw new ApiError('conflict', { message });
}

function toInputFile({ id, name, size, sha256, bytes, completedAt, createdAt, usedAt }: Row): InputFile {
  return {
    ...{ _id: id, name, size, sha256, uploadedBytes: bytes, isComplete: completedAt !== null },
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
  };
}
