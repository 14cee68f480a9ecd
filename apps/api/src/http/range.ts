import type { Request } from 'express';
import type { ByteRange } from '../blobs/read-content';

/** Reads a header Range with one range of bytes. Any other is ignored, as RFC 9110 allows. */
export function readRange(request: Request, size: number): ByteRange | undefined {
  const ranges = request.range(size);
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const [{ start, end }] = ranges;
  return { start, end };
}
