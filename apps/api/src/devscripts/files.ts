import {
  Config,
  LIMITS,
  cutChars,
  type FileKind,
  type ScriptFile,
  type ScriptFileList,
} from '@drover/contract';
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { DevscriptFile, Prisma } from '../database/client/client';
import { found, invalid } from '../http/api-error';
import { parseJson } from '../http/json';
import type { UploadedFile } from '../http/uploads';
import type { Service } from '../service';

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

/** Keeps the code, the configuration, or both: all of an upload or nothing. New code needs a new review. */
export async function uploadFiles(
  { prisma }: Service,
  { accountId, devscriptId }: { accountId: string; devscriptId: string },
  uploads: UploadedFile[],
): Promise<void> {
  const files = readFiles(uploads);
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.devscript.updateMany({
      where: { id: devscriptId, accountId },
      data: { reviewState: 'draft', reviewNote: null, submittedAt: null, updatedAt: new Date() },
    });
    found(count || null);
    for (const { kind, name, bytes } of files) {
      const file = { name, sha256: await keepContent(transaction, bytes), size: bytes.length };
      await transaction.devscriptFile.upsert({
        where: { devscriptId_kind: { devscriptId, kind } },
        create: { devscriptId, kind, ...file },
        update: { ...file, updatedAt: new Date() },
      });
    }
  });
}

export async function listFiles(
  { prisma }: Service,
  accountId: string,
  devscriptId: string,
): Promise<ScriptFileList> {
  const { files } = found(
    await prisma.devscript.findFirst({ where: { id: devscriptId, accountId }, include: { files: true } }),
  );
  const items = files.map(toScriptFile).sort((a, b) => a.kind.localeCompare(b.kind));
  return { count: items.length, items };
}

/** The bytes of a file as they were uploaded. */
export async function getFile(
  service: Service,
  { accountId, devscriptId }: { accountId: string; devscriptId: string },
  kind: FileKind,
): Promise<Buffer> {
  return readFile(service, { devscriptId, kind, devscript: { accountId } });
}

/** The bytes of the file that a condition finds, which says who may have it. */
export async function readFile(service: Service, where: Prisma.DevscriptFileWhereInput): Promise<Buffer> {
  const { sha256 } = found(await service.prisma.devscriptFile.findFirst({ where }));
  return readContent(service, sha256);
}

/** Bytes by their SHA-256. */
export async function readContent({ prisma }: Service, sha256: string): Promise<Buffer> {
  return Buffer.from(found(await prisma.content.findUnique({ where: { sha256 } })).bytes);
}

/** Keeps bytes once, under their SHA-256. */
export async function keepContent(transaction: Prisma.TransactionClient, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await transaction.content.upsert({
    where: { sha256 },
    create: { sha256, size: bytes.length, bytes: new Uint8Array(bytes) },
    update: { keptAt: new Date() },
  });
  return sha256;
}

/** Tells the files apart by content type, then by file name; the order does not matter. */
function readFiles(uploads: UploadedFile[]): { kind: FileKind; name: string; bytes: Buffer }[] {
  if (uploads.length === 0) throw invalid('data', 'must be one or two files, as parts named data');
  const files = uploads.map((upload) => ({ ...upload, kind: kindOf(upload), name: cutName(upload) }));
  if (files[0]?.kind === files[1]?.kind) {
    throw invalid('data', `must be one code and one configuration file, not two of ${files[0]?.kind}`);
  }
  for (const file of files) {
    if (file.kind === 'config') readConfig(file.bytes);
    else readUtf8(file.bytes);
  }
  return files;
}

function kindOf({ mimeType, name }: UploadedFile): FileKind {
  const kind = mimeTypes[mimeType.toLowerCase()] ?? extensions[extname(name).toLowerCase()];
  if (kind) return kind;
  throw invalid('data', `must have type application/javascript or application/json, not ${mimeType}`);
}

function cutName({ name }: UploadedFile): string {
  return cutChars(name.replaceAll('\0', ''), LIMITS.fileNameChars);
}

function readUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('data', 'must be text in UTF-8');
  }
}

/** A configuration is a JSON array of items. */
export function readConfig(bytes: Buffer): Config {
  const config = Config.safeParse(readJson(readUtf8(bytes)));
  if (config.success) return config.data;
  const issue = config.error.issues[0];
  const path = ['data', ...(issue?.path ?? [])].join('.');
  throw invalid(path, `must be a JSON array of configuration items: ${issue?.message}`);
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalid('data', `must be a JSON array of configuration items: ${(error as Error).message}`);
  }
}

function toScriptFile({ kind, name, size, sha256, updatedAt }: DevscriptFile): ScriptFile {
  return { kind, name, size, sha256, updatedAt: updatedAt.toISOString() };
}
