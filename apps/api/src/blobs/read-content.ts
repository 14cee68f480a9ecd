import { ARTIFACT_PART_BYTES } from '@drover/contract';
import { Readable } from 'node:stream';
import type { BlobStore } from './blob-store';

/** Bytes of a content, the last one included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Streams a content, or a range of it. Opens each part when the one before was read. */
export function readContent(
  blobs: BlobStore,
  { key, parts }: { key: string; parts: string[] },
  range?: ByteRange,
): Readable {
  return Readable.from(readParts(blobs, key, selectParts(parts, range)), { objectMode: false });
}

interface PartRange {
  name: string;
  range?: ByteRange;
}

function selectParts(parts: string[], range?: ByteRange): PartRange[] {
  if (!range) return parts.map((name) => ({ name }));
  const first = Math.floor(range.start / ARTIFACT_PART_BYTES);
  const last = Math.floor(range.end / ARTIFACT_PART_BYTES);
  return parts.slice(first, last + 1).map((name, index) => {
    const partStart = (first + index) * ARTIFACT_PART_BYTES;
    const start = Math.max(0, range.start - partStart);
    return { name, range: { start, end: Math.min(ARTIFACT_PART_BYTES - 1, range.end - partStart) } };
  });
}

async function* readParts(blobs: BlobStore, key: string, parts: PartRange[]): AsyncGenerator<Buffer> {
  for (const { name, range } of parts) {
    for await (const chunk of await blobs.read(key, name, range)) yield chunk as Buffer;
  }
}
