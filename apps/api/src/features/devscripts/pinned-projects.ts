import type { UploadProject } from '@drover/contract';
import { saveContent } from '../../content/content';
import type { Prisma, Revision } from '../../database/client/client';
import { newId } from '../../database/ids';
import type { Author } from '../../http/author';
import { lockDevscript, type DevscriptIds } from './lock-devscript';
import { checkProject, fileNames, recordBuild, sealProject } from './projects';
import { findNewest, nextNumber } from './record-revision';
import { hasSameContent, toRevisionFiles, type RevisionFile } from './revision-files';

/** A project of a pinned branch or tag, with who pushed it. */
interface PinnedUpload {
  project: UploadProject;
  author: Author;
  ref: string;
}

/**
 * Stores a project of a pinned branch or tag as a revision, unless the newest one of the branch is the same. The files of
 * the devscript and its review stay as they are.
 */
export async function savePinnedProject(
  transaction: Prisma.TransactionClient,
  { accountId, devscriptId }: DevscriptIds,
  { project, author, ref }: PinnedUpload,
): Promise<{ revision: Revision; isNew: boolean }> {
  const { config, schema } = checkProject(project);
  await lockDevscript(transaction, { accountId, devscriptId });
  const { bytes, build } = await sealProject(transaction, devscriptId, project);
  const code = await store(transaction, 'code', bytes);
  await recordBuild(transaction, code.sha256, build);
  const described = [code];
  if (config) described.push(await store(transaction, 'config', config));
  if (schema) described.push(await store(transaction, 'schema', schema));
  const files = toRevisionFiles(described);
  const newest = await findNewest(transaction, { devscriptId, ref });
  if (newest && hasSameContent(newest, files)) return { revision: newest, isNew: false };
  const number = await nextNumber(transaction, devscriptId);
  const revision = await transaction.revision.create({
    data: { ...author, ...files, id: newId(), devscriptId, number, ref },
  });
  return { revision, isNew: true };
}

async function store(
  transaction: Prisma.TransactionClient,
  kind: RevisionFile['kind'],
  bytes: Buffer,
): Promise<RevisionFile> {
  const sha256 = await saveContent(transaction, bytes);
  return { kind, name: fileNames[kind], sha256, size: bytes.length };
}
