import { ArtifactKind } from '@drover/contract/artifact-uploads';
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../device/data-folder';
import { isFullDisk } from '../files/full-disk';

/** What the spool knows about an artifact. */
const SpooledArtifact = z.object({
  id: z.string(),
  runId: z.string(),
  name: z.string(),
  kind: ArtifactKind,
  size: z.number(),
  sha256: z.string(),
  /** Milliseconds since 1970 by the device's clock. */
  savedAt: z.number(),
});
export type SpooledArtifact = z.infer<typeof SpooledArtifact>;

/** Size of the chunks in which a file is copied, in bytes. */
const chunkBytes = 1024 * 1024;

/** Why an artifact cannot be saved, as the log of the run says it. */
export class SpoolError extends Error {}

export const noSpace = () => new SpoolError('the device has no space left');

/**
 * Artifacts that are waiting to be uploaded, in a folder that scripts cannot read. Each content is a file named by its
 * SHA-256, and each artifact is a small file that refers to it. Both are on disk before `save` returns, so neither
 * `kill -9` nor a power failure loses an artifact. Uploading an artifact again is safe: the server adds it only once.
 */
export class ArtifactSpool {
  private readonly artifacts = new Map<string, SpooledArtifact>();
  private bytes = 0;
  /** Called after an artifact was saved. */
  onSaved?: () => void;

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {
    this.load();
  }

  list(): SpooledArtifact[] {
    return [...this.artifacts.values()];
  }

  /** Copies an open file into the spool. Rejects with a SpoolError if there is no room. */
  async save(
    source: FileHandle,
    about: Pick<SpooledArtifact, 'runId' | 'name' | 'kind' | 'savedAt'>,
  ): Promise<SpooledArtifact> {
    const { size } = await source.stat();
    this.reserve(size);
    const draft = this.newDraft('.draft');
    try {
      mkdirSync(this.entries, { recursive: true, mode: 0o700 });
      const artifact = { id: randomUUID(), ...about, size, sha256: await copy(source, draft, size) };
      this.add(artifact, draft);
      this.onSaved?.();
      return artifact;
    } catch (error) {
      this.bytes -= size;
      await rm(draft, { force: true });
      throw isFullDisk(error) ? noSpace() : error;
    }
  }

  /** Makes a draft an artifact, in one go: an artifact with equal content must not be added meanwhile. */
  private add(artifact: SpooledArtifact, draft: string): void {
    const entry = join(this.entries, `${artifact.id}.json`);
    try {
      renameSync(draft, this.pathOf(artifact));
      syncFolder(this.contents);
      replaceFile(entry, JSON.stringify(artifact));
      syncFolder(this.entries);
    } catch (error) {
      rmSync(entry, { force: true });
      this.removeUnused(artifact);
      throw error;
    }
    this.artifacts.set(artifact.id, artifact);
  }

  private removeUnused({ sha256 }: SpooledArtifact): void {
    const isUsed = this.list().some((other) => other.sha256 === sha256);
    if (!isUsed) rmSync(this.pathOf({ sha256 }), { force: true });
  }

  /** Returns the path of a new file that scripts cannot reach. The next start deletes it if nobody else has. */
  newDraft(extension: string): string {
    mkdirSync(this.contents, { recursive: true, mode: 0o700 });
    return join(this.contents, randomUUID() + extension);
  }

  /** Opens the content of an artifact. */
  open(artifact: SpooledArtifact): Promise<FileHandle> {
    return open(this.pathOf(artifact), 'r');
  }

  /** Deletes an artifact, and its content unless another artifact has the same. */
  remove(artifact: SpooledArtifact): void {
    if (!this.artifacts.delete(artifact.id)) return;
    this.bytes -= artifact.size;
    rmSync(join(this.entries, `${artifact.id}.json`), { force: true });
    this.removeUnused(artifact);
  }

  private get contents(): string {
    return join(this.folder, 'contents');
  }

  private get entries(): string {
    return join(this.folder, 'entries');
  }

  private pathOf({ sha256 }: Pick<SpooledArtifact, 'sha256'>): string {
    return join(this.contents, sha256);
  }

  private reserve(size: number): void {
    if (this.bytes + size > this.maxBytes) {
      const max = Math.round(this.maxBytes / 1024 ** 2);
      throw new SpoolError(`the artifacts that wait for the server would have more than ${max} MB`);
    }
    this.bytes += size;
  }

  private load(): void {
    for (const file of readFolder(this.entries)) {
      // A draft may be complete, but no script has relied on it.
      const artifact = file.endsWith('.json') ? readEntry(join(this.entries, file)) : undefined;
      const stats = artifact && statSync(this.pathOf(artifact), { throwIfNoEntry: false });
      if (!artifact || stats?.size !== artifact.size) {
        rmSync(join(this.entries, file), { force: true });
        continue;
      }
      this.artifacts.set(artifact.id, artifact);
      this.bytes += artifact.size;
    }
    const used = new Set(this.list().map(({ sha256 }) => sha256));
    for (const file of readFolder(this.contents)) {
      if (!used.has(file)) rmSync(join(this.contents, file), { force: true });
    }
  }
}

/** Copies so many bytes to a new file, flushes it, and returns the SHA-256. */
async function copy(source: FileHandle, path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  const target = await open(path, 'wx', 0o600);
  try {
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(size, chunkBytes)));
    for (let position = 0; position < size;) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, size - position), position);
      if (bytesRead === 0) throw new SpoolError('the file changed while it was saved');
      const bytes = buffer.subarray(0, bytesRead);
      hash.update(bytes);
      await target.writeFile(bytes);
      position += bytesRead;
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return hash.digest('hex');
}

function readEntry(path: string): SpooledArtifact | undefined {
  try {
    return SpooledArtifact.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined; // Damaged: a complete entry is renamed to its name.
  }
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Writes the names in a folder to the disk. Windows has no such call. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
