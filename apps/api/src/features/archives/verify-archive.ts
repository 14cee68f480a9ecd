import { ArchiveManifest, ARCHIVE_VERSION, type ArchivedKind } from '@drover/contract';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { parseJson } from '../../http/json';
import { invalidArchive, type ArchiveReader } from './archive-reader';
import {
  contentHashesOf,
  contentHashOf,
  contentPath,
  kindOf,
  KINDS,
  manifestPath,
  type ArchivedRecord,
} from './entries';

/** The path of each record, in the order of the import. */
type RecordPaths = { kind: ArchivedKind; path: string }[];

/** Checks all of an archive before anything of it is imported: names, hashes, shapes, and that no content is missing. */
export async function verifyArchive(reader: ArchiveReader): Promise<RecordPaths> {
  const strange = reader.paths.find((path) => path !== manifestPath && !kindOf(path) && !contentHashOf(path));
  if (strange !== undefined) {
    throw invalidArchive(`it has an entry ${JSON.stringify(strange.slice(0, 100))}, which no export has`);
  }
  const manifest = await readManifest(reader);
  const paths = toRecordPaths(reader, manifest);
  const contents = new Set<string>();
  for (const { path, sha256 } of manifest.records) {
    const bytes = await reader.read(path);
    assertHash(bytes, path, sha256);
    const { kind, record } = parseRecord(path, bytes);
    if (kind !== 'devscript') continue;
    for (const files of [record.files, ...record.revisions]) {
      for (const hash of contentHashesOf(files)) contents.add(hash);
    }
  }
  for (const hash of contents) {
    if (!reader.has(contentPath(hash))) throw invalidArchive(`${contentPath(hash)} is missing`);
  }
  for (const path of reader.paths) {
    const hash = contentHashOf(path);
    if (hash !== undefined) assertHash(await reader.read(path), path, hash);
  }
  return paths;
}

/** Reads a record that the archive contains. */
export async function readRecord(reader: ArchiveReader, path: string): Promise<ArchivedRecord> {
  return parseRecord(path, await reader.read(path));
}

function parseRecord(path: string, bytes: Buffer): ArchivedRecord {
  const kind = kindOf(path);
  if (!kind) throw invalidArchive(`${path} is no record`);
  const record = parse(KINDS[kind].schema as z.ZodType<{ _id: string }>, bytes, path);
  if (!path.endsWith(`/${record._id}.json`)) throw invalidArchive(`${path} has another ID`);
  return { kind, record } as ArchivedRecord;
}

async function readManifest(reader: ArchiveReader): Promise<ArchiveManifest> {
  if (!reader.has(manifestPath)) throw invalidArchive(`it has no ${manifestPath}`);
  const bytes = await reader.read(manifestPath);
  const { version } = (parseBytes(bytes, manifestPath) ?? {}) as { version?: unknown };
  if (typeof version === 'number' && version > ARCHIVE_VERSION) {
    throw invalidArchive(
      `it has format ${version}, and this server reads up to format ${ARCHIVE_VERSION}. Upgrade the server`,
    );
  }
  return parse(ArchiveManifest, bytes, manifestPath);
}

function toRecordPaths(reader: ArchiveReader, { records }: ArchiveManifest): RecordPaths {
  const named = new Set(records.map(({ path }) => path));
  if (named.size < records.length) throw invalidArchive('the manifest names a record twice');
  const unnamed = reader.paths.find((path) => kindOf(path) && !named.has(path));
  if (unnamed !== undefined) throw invalidArchive(`the manifest does not name ${unnamed}`);
  const kinds = Object.keys(KINDS) as ArchivedKind[];
  return kinds.flatMap((kind) =>
    records.flatMap(({ path }) => (kindOf(path) === kind ? [{ kind, path }] : [])),
  );
}

function assertHash(bytes: Buffer, path: string, sha256: string): void {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256) throw invalidArchive(`${path} has another SHA-256`);
}

function parse<Shape>(schema: z.ZodType<Shape>, bytes: Buffer, path: string): Shape {
  const parsed = schema.safeParse(parseBytes(bytes, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidArchive(`${path}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(' ')}`);
}

function parseBytes(bytes: Buffer, path: string): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalidArchive(`${path} is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}
