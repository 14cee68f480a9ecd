import type { WireMessage } from './wire-reader';

/** What begins a transaction: `BEGIN` alone, or followed by settings of the transaction. */
const beginning = /^BEGIN(?:; SET LOCAL \w+ = \w+)*$/;

/** Bytes of a message before its content: its type and its length. */
const headerBytes = 5;

/** The end of the response in a transaction: ReadyForQuery. */
const readyInTransaction = Buffer.from('Z\0\0\0\x05T', 'latin1');

/**
 * Returns the response to a message that only begins a transaction. Nothing depends on when that happens, so it can wait
 * for the first statement. Returns undefined for other messages.
 */
export function responseToBegin({ type, bytes }: WireMessage): Buffer | undefined {
  if (type !== 'Q') return undefined;
  const text = bytes.toString('latin1', headerBytes, bytes.length - 1);
  if (!beginning.test(text)) return undefined;
  const [begin, ...settings] = text.split('; ');
  return Buffer.concat([...[begin, ...settings.map(() => 'SET')].map(commandComplete), readyInTransaction]);
}

function commandComplete(tag: string): Buffer {
  const message = Buffer.alloc(headerBytes + tag.length + 1);
  message.write('C', 'latin1');
  message.writeInt32BE(message.length - 1, 1);
  message.write(tag, headerBytes, 'latin1');
  return message;
}
