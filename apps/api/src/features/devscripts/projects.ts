import type { Project, UploadProject } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { readContent, saveContent } from '../../content/content';
import type { Prisma } from '../../database/client/client';
import { orNotFound } from '../../errors/api-error';
import type { Author } from '../../http/author';
import { readConfig, readSchema, saveFile } from './files';
import { lockDevscript, type DevscriptIds } from './lock-devscript';
import { recordRevision } from './record-revision';
import { sealCode } from './seal-code';
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
  const { code, sourceMap } = project;
  const config = readText(project.config, (bytes) => readConfig(bytes, 'config'));
  const schema = readText(project.schema, (bytes) => readSchema(bytes, 'schema'));
  await lockDevscript(transaction, { accountId, devscriptId });
  const sourcesSha256 = await saveContent(transaction, toBytes(project));
  const mapSha256 =
    sourceMap === undefined ? null : await saveContent(transaction, Buffer.from(sourceMap, 'utf8'));
  const bytes = sealCode(Buffer.from(code, 'utf8'), { devscriptId, sourcesSha256, mapSha256 });
  const codeSha256 = await saveFile(transaction, devscriptId, { kind: 'code', name: 'code.js', bytes });
  const build = { devscriptId, sourcesSha256, mapSha256 };
  await transaction.projectBuild.createMany({ data: { codeSha256, ...build }, skipDuplicates: true });
  await replaceFile(transaction, devscriptId, { kind: 'config', bytes: config });
  await replaceFile(transaction, devscriptId, { kind: 'schema', bytes: schema });
  const { isNew } = await recordRevision(transaction, devscriptId, author);
  if (isNew) await transaction.devscript.update({ where: { id: devscriptId }, data: unreviewed() });
  return isNew;
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

const fileNames = { config: 'config.json', schema: 'result.schema.json' };
