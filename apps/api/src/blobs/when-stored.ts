import type { Logger } from 'pino';
import { ApiError } from '../errors/api-error';

/** When to try again, in seconds. */
const retryAfterSeconds = 10;

/** Waits for the blob store. Fails with "unavailable" if it does not work, for example because its disk is full. */
export async function whenStored<T>({ log }: { log: Logger }, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (err) {
    if (err instanceof ApiError) throw err;
    log.error({ err }, 'the storage of artifacts failed');
    const message =
      (err as NodeJS.ErrnoException).code === 'ENOSPC'
        ? 'The storage of artifacts is full. Try again later.'
        : 'The storage of artifacts is unavailable. Try again later. The server log says why.';
    throw new ApiError('unavailable', { message, retryAfterSeconds });
  }
}
