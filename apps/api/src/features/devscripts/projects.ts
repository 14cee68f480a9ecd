import type { Project, UploadProject } from '@drover/contract';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context/app-context';
import { readContent, saveContent } from '../../content/content';
import type { Prisma } from '../../database/client/client';
import { orNotFound } from '../../errors/api-error';
import type { Author } from '../../http/author';
import { readConfig, saveFile } from './files';
import type { DevscriptIds } from './lock-devscript';
import { recordRevision } from './record-revision';
import { findRevision, type RevisionIds } from './revisions';
import { unreviewed } from './unreviewed';

/**
 * Stores the source files of a project and what was built from them, or nothing. Changed ones need a new review. The
 * service never builds or runs anything of a project.
 */
export async function uploadProject(
  { prisma }: AppContext,
  { accountId, devscriptId }: DevscriptIds,
  { project, author }: { project: UploadProject; author: Author },
): Promise<void> {
  const { code, sourceMap } = project;
  const config = readProjectConfig(project);
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.devscript.updateMany({
      where: { id: devscriptId, accountId },
      data: unreviewed(),
    });
    orNotFound(count || null);
    const sourcesSha256 = await saveContent(transaction, toBytes(project));
    const mapSha256 =
      sourceMap === undefined ? null : await saveContent(transaction, Buffer.from(sourceMap, 'utf8'));
    const bytes = sealCode(code, [devscriptId, sourcesSha256, mapSha256]);
    const codeSha256 = await saveFile(transaction, devscriptId, { kind: 'code', name: 'code.js', bytes });
    const build = { devscriptId, sourcesSha256, mapSha256 };
    await transaction.projectBuild.createMany({ data: { codeSha256, ...build }, skipDuplicates: true });
    await saveConfig(transaction, devscriptId, config);
    await recordRevision(transaction, devscriptId, author);
  });
}

/** Returns the source files that the code of a devscript was built from. */
export async function getProject(
  context: AppContext,
  { accountId, devscriptId }: DevscriptIds,
): Promise<Project> {
  const where = { devscriptId, kind: 'code', devscript: { accountId } } as const;
  const file = orNotFound(await context.prisma.devscriptFile.findFirst({ where }));
  return findProject(context, devscriptId, file.sha256);
}

/** Returns the source files that the code of a revision was built from. */
export async function getRevisionProject(context: AppContext, ids: RevisionIds): Promise<Project> {
  const { codeSha256 } = await findRevision(context.prisma, ids);
  return findProject(context, ids.devscriptId, orNotFound(codeSha256));
}

/** Reads the source files of a project. */
export async function readProject(context: AppContext, sourcesSha256: string): Promise<Project> {
  return JSON.parse((await readContent(context, sourcesSha256)).toString('utf8')) as Project;
}

/** The code alone does not give access to the project: users of a published script know its code too. */
async function findProject(context: AppContext, devscriptId: string, codeSha256: string): Promise<Project> {
  const build = await context.prisma.projectBuild.findFirst({ where: { codeSha256, devscriptId } });
  return readProject(context, orNotFound(build).sourcesSha256);
}

/** Sorts the files, so that equal projects are stored once. */
function toBytes({ files }: UploadProject): Buffer {
  const sorted = files
    .map(({ path, text }) => ({ path, text }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return Buffer.from(JSON.stringify({ files: sorted }), 'utf8');
}

/** Adds a line that differs for each project, so that equal code of different projects has different hashes. */
function sealCode(code: string, project: (string | null)[]): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(project)).digest('hex');
  return Buffer.from(`${code}\n//# droverProject=${hash}\n`, 'utf8');
}

function readProjectConfig({ config }: UploadProject): Buffer | null | undefined {
  if (typeof config !== 'string') return config;
  const bytes = Buffer.from(config, 'utf8');
  readConfig(bytes, 'config');
  return bytes;
}

async function saveConfig(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
  bytes: Buffer | null | undefined,
): Promise<void> {
  if (bytes === null) await transaction.devscriptFile.deleteMany({ where: { devscriptId, kind: 'config' } });
  else if (bytes) await saveFile(transaction, devscriptId, { kind: 'config', name: 'config.json', bytes });
}
