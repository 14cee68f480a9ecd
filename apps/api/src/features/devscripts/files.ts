import {
  Config,
  LIMITS,
  cutChars,
  type FileKind,
  type ScriptFile,
  type ScriptFileList,
} from '@drover/contract';
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

/** Stores all files of an upload, or none: the code, the configuration, or both. New files need a new review. */
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
  if (uploads.length === 0) throw invalid('data', 'must be one or two files, as parts named data');
  const files = uploads.map((upload) => ({ ...upload, kind: detectKind(upload), name: cleanName(upload) }));
  if (files[0]?.kind === files[1]?.kind) {
    throw invalid('data', `must be one code and one configuration file, not two ${files[0]?.kind} files`);
  }
  for (const file of files) {
    if (file.kind === 'config') readConfig(file.bytes);
    else readUtf8(file.bytes);
  }
  return files;
}

function detectKind({ mimeType, name }: UploadedFile): FileKind {
  const kind = mimeTypes[mimeType.toLowerCase()] ?? extensions[extname(name).toLowerCase()];
  if (kind) return kind;
  throw invalid('data', `must have type application/javascript or application/json, not ${mimeType}`);
}

function cleanName({ name }: UploadedFile): string {
  return cutChars(name.replaceAll('\0', ''), LIMITS.fileNameChars);
}

function readUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('data', 'must be UTF-8 text');
  }
}

/** Parses a configuration, which is a JSON array of items. `field` is the field of the request that contains it. */
export function readConfig(bytes: Buffer, field = 'data'): Config {
  const config = Config.safeParse(readJson(readUtf8(bytes), field));
  if (config.success) return config.data;
  const issue = config.error.issues[0];
  const path = [field, ...(issue?.path ?? [])].join('.');
  throw invalid(path, `must be a JSON array of configuration items: ${issue?.message}`);
}

function readJson(text: string, field: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalid(field, `must be a JSON array of configuration items: ${(error as Error).message}`);
  }
}

function toScriptFile({ kind, name, size, sha256, updatedAt }: DevscriptFile): ScriptFile {
  return { kind, name, size, sha256, updatedAt: updatedAt.toISOString() };
}
