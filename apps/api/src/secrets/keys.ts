import { createHash } from 'node:crypto';

const keyBytes = 32;

/** Reads a list of keys, each 32 bytes in hex or base64, the one in use first. One that is not makes the list empty. */
export function readKeys(list: string): Buffer[] {
  const keys = list.split(',').map((text) => readKey(text.trim()));
  return keys.every((key) => key.length === keyBytes) ? keys : [];
}

function readKey(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return Buffer.from(/^[\w+/-]{43}=?$/.test(text) ? text : '', 'base64');
}

/** What a key is known by, in what it encrypted: nothing of the key itself. */
export function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('drover key id').update(key).digest().subarray(0, 4);
}
