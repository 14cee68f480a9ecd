import type { Project, UploadProject } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { readContent, saveContent } from '../../content/content';
import type { Prisma } from '../../database/client/client';
import { orNotFound } from '../../errors/api-error';
import type { Author } from '../../http/author';
import { readConfig, readSchema, saveFile } from './files';
import { lockDevscript, type DevscriptIds } from './lock-devscript';
import { recordRevision } from './record-revision';
import { sealCode, type SealedProject } from './seal-code';
import { findRevision, type RevisionIds } from './revisions';
import { unreviewed } from './unreviewed';

/** A project with who uploads it. */
interface ProjectUpload {
  project: UploadProject;
  author: Author;
}

/** Stores the source files of a project and what was built from them, or nothing. Nothing of it is executed. */
export async function uploadProject(
  { prisma }: AppContext,
  ids: DevscriptIds,
  { project, author }: ProjectUpload,
): Promise<void> {
  const { git } = project;
  const commit = git && { source: 'git' as const, commit: git.commit, commitAuthor: git.author };
  await prisma.$transaction((transaction) =>
    saveProject(transaction, ids, { project, author: { ...author, ...commit } }),
  );
}

/** Stores a project in a transaction. Changed files need a new review. Returns whether there is a new revision. */
export async function saveProject(
  transaction: Prisma.TransactionClient,
  { accountId, devscriptId }: DevscriptIds,
  { project, author }: ProjectUpload,
): Promise<boolean> {
  const { config, schema } = checkProject(project);
  await lockDevscript(transaction, { accountId, devscriptId });
  const { bytes, build } = await sealProject(transaction, devscriptId, project);
  const codeSha256 = await saveFile(transaction, devscriptId, { kind: 'code', name: fileNames.code, bytes });
  await recordBuild(transaction, codeSha256, build);
  await replaceFile(transaction, devscriptId, { kind: 'config', bytes: config });
  await replaceFile(transaction, devscriptId, { kind: 'schema', bytes: schema });
  const { isNew } = await recordRevision(transaction, devscriptId, author);
  if (isNew) await transaction.devscript.update({ where: { id: devscriptId }, data: unreviewed() });
  return isNew;
}

/** Returns the configuration and the schema of a project. Throws if one is invalid. */
export function checkProject({ config, schema }: UploadProject): { config: NewBytes; schema: NewBytes } {
  return {
    config: readText(config, (bytes) => readConfig(bytes, 'config')),
    schema: readText(schema, (bytes) => readSchema(bytes, 'schema')),
  };
}

/** Stores the source files of a project. Returns its code, with the line that names the project. */
export async function sealProject(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
  project: UploadProject,
): Promise<{ bytes: Buffer; build: SealedProject }> {
  const { code, sourceMap, phoneCode, phoneMap } = project;
  const saveText = async (text: string | undefined) =>
    text === undefined ? null : saveContent(transaction, Buffer.from(text, 'utf8'));
  const build = {
    devscriptId,
    sourcesSha256: await saveContent(transaction, toBytes(project)),
    mapSha256: await saveText(sourceMap),
    phoneSha256: await saveText(phoneCode),
    // A map without code is of no use.
    phoneMapSha256: phoneCode === undefined ? null : await saveText(phoneMap),
  };
  return { bytes: sealCode(Buffer.from(code, 'utf8'), build), build };
}

/** Records what stored code was built from. */
export async function recordBuild(
  transaction: Prisma.TransactionClient,
  codeSha256: string,
  build: SealedProject,
): Promise<void> {
  await transaction.projectBuild.createMany({ data: { codeSha256, ...build }, skipDuplicates: true });
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

/** Reads the source files that code was built from. The code alone does not give access to the project: users of a published script know its code too. */
export async function findProject(
  context: AppContext,
  devscriptId: string,
  codeSha256: string,
): Promise<Project> {
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

/** Returns the bytes of a file that the check accepts. Null and undefined stay as they are. */
function readText(text: string | null | undefined, check: (bytes: Buffer) => void): NewBytes {
  if (typeof text !== 'string') return text;
  const bytes = Buffer.from(text, 'utf8');
  check(bytes);
  return bytes;
}

/** Null deletes a file, undefined leaves it unchanged. */
type NewBytes = Buffer | null | undefined;

async function replaceFile(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
  { kind, bytes }: { kind: 'config' | 'schema'; bytes: NewBytes },
): Promise<void> {
  if (bytes === null) await transaction.devscriptFile.deleteMany({ where: { devscriptId, kind } });
  else if (bytes) await saveFile(transaction, devscriptId, { kind, name: fileNames[kind], bytes });
}

/** The names of the files of projects. */
export const fileNames = { code: 'code.js', config: 'config.json', schema: 'result.schema.json' };
