import type { ArchivedKind, ArchiveManifest } from '@drover/contract';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { contentPath, manifestPath, recordPath } from './entries';

/** Writes an archive entry by entry. Only one entry is in memory at a time. */
export class ArchiveWriter {
  private readonly zip = new ZipFile();
  private readonly contents = new Set<string>();
  private readonly records: ArchiveManifest['records'] = [];
  /** The archive. It is destroyed if its reader goes away. */
  readonly body = this.zip.outputStream as PassThrough;

  constructor(private readonly createdAt: Date) {}

  async addRecord(kind: ArchivedKind, record: { _id: string }): Promise<void> {
    const path = recordPath(kind, record._id);
    const bytes = toJson(record);
    await this.add(path, bytes);
    this.records.push({ path, sha256: createHash('sha256').update(bytes).digest('hex') });
  }

  /** Adds a content unless the archive has it. */
  async addContent(sha256: string, read: () => Promise<Buffer>): Promise<void> {
    if (this.contents.has(sha256)) return;
    this.contents.add(sha256);
    await this.add(contentPath(sha256), await read());
  }

  /** Ends the archive with the manifest. An archive that breaks off has none. */
  async end(manifest: Omit<ArchiveManifest, 'createdAt' | 'records'>): Promise<void> {
    const { createdAt, records } = this;
    await this.add(manifestPath, toJson({ ...manifest, createdAt: createdAt.toISOString(), records }));
    this.zip.end();
  }

  private async add(path: string, bytes: Buffer): Promise<void> {
    if (this.body.destroyed) throw new Error('The reader of the archive went away.');
    const stream = Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false });
    const abort = () => stream.destroy();
    this.body.once('close', abort);
    const closed = once(stream, 'close');
    this.zip.addReadStream(stream, path, { mtime: this.createdAt, size: bytes.length });
    await closed;
    this.body.off('close', abort);
  }
}

function toJson(record: object): Buffer {
  return Buffer.from(`${JSON.stringify(record, null, 2)}\n`, 'utf8');
}
