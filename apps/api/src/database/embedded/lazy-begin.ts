import { headerBytes, toMessage } from './wire-message';
import type { WireMessage } from './wire-reader';

/** What begins a transaction: `BEGIN` alone, or followed by settings of the transaction. */
const beginning = /^BEGIN(?:; SET LOCAL \w+ = \w+)*$/;

/** The end of the response in a transaction: ReadyForQuery. */
const readyInTransaction = toMessage('Z', 'T');

/**
 * Returns the response to a message that only begins a transaction. Nothing depends on when that happens, so it can wait
 * for the first statement. Returns undefined for other messages.
 */
export function responseToBegin({ type, bytes }: WireMessage): Buffer | undefined {
  if (type !== 'Q') return undefined;
  const text = bytes.toString('latin1', headerBytes, bytes.length - 1);
  if (!beginning.test(text)) return undefined;
  const [begin, ...settings] = text.split('; ');
  const tags = [begin, ...settings.map(() => 'SET')];
  return Buffer.concat([...tags.map((tag) => toMessage('C', `${tag}\0`)), readyInTransaction]);
}
