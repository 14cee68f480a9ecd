import { BUDGET } from '@drover/contract/budget';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { invalid, type ApiError } from '../../errors/api-error';

/** Creates the error for an archive that cannot be imported. */
export function invalidArchive(problem: string): ApiError {
  return invalid('data', `must be a complete archive of GET /v1/export: ${problem}`);
}

/** Reads the entries of a ZIP file. Nothing of it is written to a path that it names. */
export class ArchiveReader {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Opens a file. Refuses one with too many entries, or whose entries unpack to too much, before it unpacks any. */
  static async open(path: string): Promise<ArchiveReader> {
    const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(refuse);
    try {
      return new ArchiveReader(zip, await listEntries(zip).catch(refuse));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get paths(): string[] {
    return [...this.entries.keys()];
  }

  has(path: string): boolean {
    return this.entries.has(path);
  }

  /** Returns how many bytes an entry has. Reading it fails if it has more. */
  sizeOf(path: string): number {
    return this.entries.get(path)?.uncompressedSize ?? 0;
  }

  /** Returns the bytes of an entry. */
  async read(path: string): Promise<Buffer> {
    const entry = this.entries.get(path);
    if (!entry) throw invalidArchive(`${path} is missing`);
    const parts: Buffer[] = [];
    try {
      const stream: Readable = await this.zip.openReadStreamPromise(entry);
      for await (const part of stream) parts.push(part as Buffer);
    } catch (error) {
      return refuse(error);
    }
    return Buffer.concat(parts);
  }

  close(): void {
    this.zip.close();
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > BUDGET.archiveEntries.max) {
    throw invalidArchive(`it has more than ${BUDGET.archiveEntries.max} entries`);
  }
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    bytes += uncompressedSize;
    if (uncompressedSize > BUDGET.archiveEntryBytes.max) {
      throw invalidArchive(`an entry has more than ${BUDGET.archiveEntryBytes.max} bytes`);
    }
    if (bytes > BUDGET.archiveUnpackedBytes.max) {
      throw invalidArchive(`it has more than ${BUDGET.archiveUnpackedBytes.max} bytes`);
    }
    if (entries.has(fileName)) throw invalidArchive('two entries have the same name');
    entries.set(fileName, entry);
  }
  return entries;
}

/** Errors of the ZIP library describe the file. Those of the disk are ours. */
function refuse(error: unknown): never {
  const { status, syscall, message } = error as { status?: number; syscall?: string; message: string };
  if (status !== undefined || syscall !== undefined) throw error;
  throw invalidArchive(message.slice(0, 200));
}
