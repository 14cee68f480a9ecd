import type { Request, Response } from 'express';
import type { AppContext } from '../context/app-context';

declare module 'express-serve-static-core' {
  interface Request {
    /** Counts the bytes received since the last call. Resolves once the owner of the request is within its share. */
    untilInShare?: () => Promise<void>;
  }
}

/** What a request takes of the main thread, beside what its bytes take. */
const readMs = 0.7;
const changeMs = 4;

/** Bytes of requests and responses that the main thread handles per millisecond, including garbage collection. */
const bytesPerMs = 60_000;

/** The methods of requests that change nothing. */
const readMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a request only reads. */
export function isRead({ method }: Pick<Request, 'method'>): boolean {
  return readMethods.includes(method);
}

/**
 * Resolves when a request may use the main thread, before its body is read. `owner` is its account, or its address if the
 * account is not known yet. Adds `untilInShare` to the request.
 */
export async function shareMainThread(
  { shares }: Pick<AppContext, 'shares'>,
  owner: string,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const { socket } = request;
  const bytes = () => socket.bytesRead + socket.bytesWritten;
  await shares.enter(owner, isRead(request) ? readMs : changeMs);
  let countedBytes = bytes();
  const takeMs = () => {
    const newBytes = bytes() - countedBytes;
    countedBytes += newBytes;
    return newBytes / bytesPerMs;
  };
  request.untilInShare = () => shares.enter(owner, takeMs());
  response.once('close', () => shares.count(owner, takeMs()));
}
