import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileOperation } from './recording';

/** The unit that a disk writes as a whole. */
const sectorBytes = 512;

type Change = { offset: number; data: Buffer } | { size: number };

/** The content of a file, of which later changes may not be on the disk yet. */
class FileContent {
  private durable: Buffer = Buffer.alloc(0);
  private pending: Change[] = [];
  private settled = 0;

  /** The number of changes so far. */
  get changes(): number {
    return this.settled + this.pending.length;
  }

  change(change: Change): void {
    this.pending.push(change);
  }

  /** Makes the first changes durable. */
  settle(changes: number): void {
    const settled = this.pending.splice(0, Math.max(0, changes - this.settled));
    for (const change of settled) this.durable = apply(this.durable, change);
    this.settled += settled.length;
  }

  /** Returns what a disk contains that has written each sector of the pending changes, or not. */
  afterPowerCut(isWritten: () => boolean): Buffer {
    return this.pending
      .flatMap(splitIntoSectors)
      .filter(isWritten)
      .reduce(apply, copyTo(Buffer.alloc(this.durable.length), this.durable));
  }
}

function apply(content: Buffer, change: Change): Buffer {
  if ('size' in change) return resize(content, change.size);
  const end = change.offset + change.data.length;
  const result = end > content.length ? resize(content, end) : content;
  change.data.copy(result, change.offset);
  return result;
}

function copyTo(target: Buffer, content: Buffer): Buffer {
  content.copy(target);
  return target;
}

/** Leaves room for more, because most files grow by small steps. */
function resize(content: Buffer, size: number): Buffer {
  if (size <= content.length) return content.subarray(0, size);
  const hasRoom = content.buffer.byteLength - content.byteOffset >= size;
  if (!hasRoom) return copyTo(Buffer.alloc(2 * size), content).subarray(0, size);
  return Buffer.from(content.buffer, content.byteOffset, size).fill(0, content.length);
}

function splitIntoSectors(change: Change): Change[] {
  if ('size' in change) return [change];
  const { data, offset } = change;
  return Array.from({ length: Math.ceil(data.length / sectorBytes) }, (_, index) => {
    const start = index * sectorBytes;
    return { offset: offset + start, data: data.subarray(start, start + sectorBytes) };
  });
}

type Entry = FileContent | 'directory';
type Entries = Map<string, Entry>;

/** A change of directories. */
type EntryChange = { path: string } & ({ entry: Entry | undefined } | { to: string });

function changeEntries(entries: Entries, change: EntryChange): void {
  if ('entry' in change) {
    if (change.entry) entries.set(change.path, change.entry);
    else entries.delete(change.path);
    return;
  }
  for (const [path, entry] of [...entries]) {
    if (path !== change.path && !path.startsWith(`${change.path}/`)) continue;
    entries.delete(path);
    entries.set(change.to + path.slice(change.path.length), entry);
  }
}

/**
 * A disk that has only what was synced, as journalling file systems (ext4, XFS) promise it:
 * - A sync of a file makes its content and its name durable, a sync of a directory its entries.
 * - Directories change on the disk in the order of the calls. The content of files changes in any order.
 */
export class Disk {
  private readonly entries: Entries = new Map();
  private readonly journal: EntryChange[] = [];
  private durableEntries = 0;
  /** The changes of the journal that a sync of a path makes durable. */
  private readonly lastChanges = new Map<string, number>();
  private readonly files = new Map<number, string>();
  private readonly contents = new Map<number, FileContent>();
  private readonly syncs = new Map<number, () => void>();

  constructor(private readonly root: string) {}

  run(operation: FileOperation): void {
    switch (operation.op) {
      case 'create':
        return this.changeEntry({ path: operation.path, entry: new FileContent() });
      case 'mkdir':
        return this.changeEntry({ path: operation.path, entry: 'directory' });
      case 'unlink':
      case 'rmdir':
        return this.changeEntry({ path: operation.path, entry: undefined });
      case 'rename':
        return this.changeEntry(operation);
      case 'open':
        return this.open(operation.file, operation.path);
      case 'truncatePath':
        return this.contentAt(operation.path).change({ size: operation.size });
      case 'truncate':
        return this.contentOf(operation.file).change({ size: operation.size });
      case 'write':
        return this.contentOf(operation.file).change({
          offset: operation.offset,
          data: decode(operation.content),
        });
      case 'syncStart':
        return void this.syncs.set(operation.id, this.prepareSync(operation.file, operation.isContentOnly));
      case 'syncEnd':
        return this.syncs.get(operation.id)?.();
    }
  }

  /** Writes what the disk contains after a power cut to a directory. `isWritten` decides on what was not synced. */
  writeAfterPowerCut(directory: string, isWritten: () => boolean): void {
    const entries: Entries = new Map();
    let kept = this.durableEntries;
    while (kept < this.journal.length && isWritten()) kept += 1;
    for (const change of this.journal.slice(0, kept)) changeEntries(entries, change);

    mkdirSync(directory);
    for (const [path, entry] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const target = join(directory, relative(this.root, path));
      if (entry === 'directory') mkdirSync(target, { mode: 0o700 });
      else writeFileSync(target, entry.afterPowerCut(isWritten), { mode: 0o600 });
    }
  }

  private changeEntry(change: EntryChange): void {
    changeEntries(this.entries, change);
    this.journal.push(change);
    for (const path of [change.path, 'to' in change ? change.to : change.path]) {
      this.lastChanges.set(path, this.journal.length);
      this.lastChanges.set(dirname(path), this.journal.length);
    }
  }

  private open(file: number, path: string): void {
    this.files.set(file, path);
    const entry = this.entries.get(path);
    if (entry instanceof FileContent) this.contents.set(file, entry);
    else this.contents.delete(file);
  }

  private prepareSync(file: number, isContentOnly: boolean): () => void {
    const content = this.contents.get(file);
    const changes = content?.changes ?? 0;
    const entries = isContentOnly ? 0 : (this.lastChanges.get(this.files.get(file)!) ?? 0);
    return () => {
      content?.settle(changes);
      this.durableEntries = Math.max(this.durableEntries, entries);
    };
  }

  private contentAt(path: string): FileContent {
    const entry = this.entries.get(path);
    if (!(entry instanceof FileContent)) throw new Error(`The recording changes ${path}, which is no file.`);
    return entry;
  }

  private contentOf(file: number): FileContent {
    const content = this.contents.get(file);
    if (!content) throw new Error(`The recording changes the descriptor ${file}, which was not opened.`);
    return content;
  }
}

function decode(content: string | number): Buffer {
  return typeof content === 'number' ? Buffer.alloc(content) : Buffer.from(content, 'base64');
}
