import type { Request } from 'express';
import { ApiError } from '../errors/api-error';

/** Reads the body of a request in pieces, so that it is never in memory as a whole. */
export class RequestBody {
  /** The Content-Length. */
  readonly bytes: number;
  private readonly chunks: AsyncIterator<Buffer>;
  private rest?: Buffer;

  constructor(private readonly request: Request) {
    this.bytes = Number(request.headers['content-length'] ?? 0);
    this.chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  /** Reads the next bytes. Fails if the body ends before. */
  async *take(bytes: number): AsyncGenerator<Buffer, void> {
    for (let left = bytes; left > 0;) {
      const chunk = this.rest ?? (await this.next());
      const taken = chunk.subarray(0, left);
      this.rest = chunk.length > left ? chunk.subarray(left) : undefined;
      left -= taken.length;
      yield taken;
    }
  }

  /** Has the rest read and dropped, so that the sender can read the response instead of finding the connection closed. */
  async discard(): Promise<void> {
    if (this.request.complete) return;
    await this.chunks.return?.().catch(() => undefined);
    this.request.resume();
  }

  private async next(): Promise<Buffer> {
    const next = await this.chunks.next().catch(() => undefined);
    if (next && !next.done) return next.value;
    throw new ApiError('malformedRequest', { message: 'The body did not arrive completely.' });
  }
}
