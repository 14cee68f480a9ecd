import {
  Config,
  LIMITS,
  cutChars,
  type FileKind,
  type ScriptFile,
  type ScriptFileList,
} from '@drover/contract';
import { isSchemaProblem, readResultSchema } from '@drover/contract/result-schema';
import { extname } from 'node:path';
import type { DevscriptFile, Prisma } from '../../database/client/client';
import { orNotFound, invalid } from '../../errors/api-error';
import { parseJson } from '../../http/json';
import { saveContent, readContent } from '../../content/content';
import type { UploadedFile } from '../../http/uploads';
import type { Author } from '../../http/author';
import type { DevscriptIds } from './lock-devscript';
import { recordRevision } from './record-revision';
import { unreviewed } from './unreviewed';
import type { AppContext } from '../../context/app-context';

const mimeTypes: Record<string, FileKind> = {
  'application/schema+json': 'schema',
  'application/javascript': 'code',
  'text/javascript': 'code',
  'application/x-javascript': 'code',
  'application/json': 'config',
};
const extensions: Record<string, FileKind> = {
  '.js': 'code',
  '.mjs': 'code',
  '.cjs': 'code',
  '.json': 'config',
};

/** Stores all files of an upload, or none: code, configuration and schema, at most one of each. New files need a new review. */
export async function uploadFiles(
  { prisma }: AppContext,
  { accountId, devscriptId }: DevscriptIds,
  { uploads, author }: { uploads: UploadedFile[]; author: Author },
): Promise<void> {
  const files = readFiles(uploads);
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.devscript.updateMany({
      where: { id: devscriptId, accountId },
      data: unreviewed(),
    });
    orNotFound(count || null);
    for (const file of files) await saveFile(transaction, devscriptId, file);
    await recordRevision(transaction, devscriptId, author);
  });
}

interface NewFile {
  kind: FileKind;
  name: string;
  bytes: Buffer;
}

/** Replaces a file of a devscript. Returns the SHA-256 of its bytes. */
export async function saveFile(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
  { kind, name, bytes }: NewFile,
): Promise<string> {
  const sha256 = await saveContent(transaction, bytes);
  const file = { name, sha256, size: bytes.length };
  await transaction.devscriptFile.upsert({
    where: { devscriptId_kind: { devscriptId, kind } },
    create: { devscriptId, kind, ...file },
    update: { ...file, updatedAt: new Date() },
  });
  return sha256;
}

export async function listFiles(
  { prisma }: AppContext,
  accountId: string,
  devscriptId: string,
): Promise<ScriptFileList> {
  const { files } = orNotFound(
    await prisma.devscript.findFirst({ where: { id: devscriptId, accountId }, include: { files: true } }),
  );
  const items = files.map(toScriptFile).sort((a, b) => a.kind.localeCompare(b.kind));
  return { count: items.length, items };
}

/** Returns the bytes of a file as they were uploaded. */
export async function getFile(
  context: AppContext,
  { accountId, devscriptId }: DevscriptIds,
  kind: FileKind,
): Promise<Buffer> {
  return readFile(context, { devscriptId, kind, devscript: { accountId } });
}

/** Returns the bytes of the file that matches the condition. The condition has to check the access to it. */
export async function readFile(context: AppContext, where: Prisma.DevscriptFileWhereInput): Promise<Buffer> {
  const { sha256 } = orNotFound(await context.prisma.devscriptFile.findFirst({ where }));
  return readContent(context, sha256);
}

/** Recognizes the kind of each file by its content type, or else by its name. Their order does not matter. */
function readFiles(uploads: UploadedFile[]): NewFile[] {
  if (uploads.length === 0)
    throw invalid('data', `must be 1 to ${LIMITS.uploadFiles} files, as parts named data`);
  const files = uploads.map((upload) => ({ ...upload, kind: detectKind(upload), name: cleanName(upload) }));
  const twice = files.find(({ kind }, index) => files.findIndex((file) => file.kind === kind) < index);
  if (twice) throw invalid('data', `must be at most one file of each kind, not two ${twice.kind} files`);
  for (const file of files) {
    if (file.kind === 'config') readConfig(file.bytes);
    else if (file.kind === 'schema') readSchema(file.bytes);
    else readUtf8(file.bytes);
  }
  return files;
}

function detectKind({ mimeType, name }: UploadedFile): FileKind {
  if (/\.schema\.json$/i.test(name)) return 'schema';
  const kind = mimeTypes[mimeType.toLowerCase()] ?? extensions[extname(name).toLowerCase()];
  if (kind) return kind;
  throw invalid('data', `must have type application/javascript or application/json, not ${mimeType}`);
}

function cleanName({ name }: UploadedFile): string {
  return cutChars(name.replaceAll('\0', ''), LIMITS.fileNameChars);
}

/** Returns the text of bytes. `field` is the field of the request that contains them. */
export function readUtf8(bytes: Buffer, field = 'data'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(field, 'must be UTF-8 text');
  }
}

/** Parses a configuration, which is a JSON array of items. `field` is the field of the request that contains it. */
export function readConfig(bytes: Buffer, field = 'data'): Config {
  const config = Config.safeParse(readJson(bytes, field, 'must be a JSON array of configuration items'));
  if (config.success) return config.data;
  const issue = config.error.issues[0];
  const path = [field, ...(issue?.path ?? [])].join('.');
  throw invalid(path, `must be a JSON array of configuration items: ${issue?.message}`);
}

/** Parses the schema of the results. `field` is the field of the request that contains it. */
export function readSchema(bytes: Buffer, field = 'data'): void {
  if (bytes.length > LIMITS.resultSchemaBytes) {
    throw invalid(field, `must be a schema of at most ${LIMITS.resultSchemaBytes} bytes`);
  }
  const read = readResultSchema(readJson(bytes, field, 'must be a JSON Schema'));
  if (!isSchemaProblem(read)) return;
  const path = [field, read.path].filter(Boolean).join('.');
  throw invalid(path, `must be a supported JSON Schema of results: it ${read.problem}`);
}

function readJson(bytes: Buffer, field: string, rule: string): unknown {
  const text = readUtf8(bytes, field);
  try {
    return parseJson(text);
  } catch (error) {
    throw invalid(field, `${rule}: ${(error as Error).message}`);
  }
}

function toScriptFile({ kind, name, size, sha256, updatedAt }: DevscriptFile): ScriptFile {
  return { kind, name, size, sha256, updatedAt: updatedAt.toISOString() };
}
