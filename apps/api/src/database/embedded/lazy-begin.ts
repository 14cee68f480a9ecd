import type { WireMessage } from './wire-reader';

/** The query that begins a transaction, as `pg` and Prisma send it. */
export const beginQuery = Buffer.from('Q\0\0\0\x0aBEGIN\0', 'latin1');

/** The response to it: CommandComplete, and ReadyForQuery in a transaction. */
export const beginResponse = Buffer.from('C\0\0\0\x0aBEGIN\0Z\0\0\0\x05T', 'latin1');

/** Whether a message only begins a transaction. Nothing depends on when it runs, so it can wait for the first statement. */
export function isBegin({ type, bytes }: WireMessage): boolean {
  return type !== undefined && bytes.equals(beginQuery);
}
