import type { WireMessage } from './wire-reader';

/** Bytes of a message before its content: its type and its length. */
const headerBytes = 5;

/** Offset of the prepared statement's name in the content of a message. Parse, Bind, Describe and Close have one. */
const nameOffsets: Record<string, (content: Buffer) => number | undefined> = {
  P: () => 0,
  // The name of the portal comes first in Bind.
  B: (content) => content.indexOf(0) + 1,
  D: ofStatement,
  C: ofStatement,
};

function ofStatement(content: Buffer): number | undefined {
  return content[0] === 'S'.charCodeAt(0) ? 1 : undefined;
}

/**
 * The prepared statements of one connection. PGlite has a single session, in which names must be unique, so this class adds
 * a prefix per connection. Names in SQL (PREPARE, EXECUTE) are not changed.
 */
export class WireNames {
  private readonly names = new Set<string>();

  constructor(private readonly prefix: string) {}

  /** Returns the message with the prefixed name. */
  rename({ type, bytes }: WireMessage): Buffer {
    const content = bytes.subarray(headerBytes);
    const offset = nameOffsets[type ?? '']?.(content);
    // The unnamed statement needs no prefix, because the next one replaces it.
    if (offset === undefined || content[offset] === 0) return bytes;
    const name = this.prefix + content.toString('utf8', offset, content.indexOf(0, offset));
    this.names.add(name);
    return toMessage(type ?? '', content.subarray(0, offset), this.prefix, content.subarray(offset));
  }

  /** Returns messages that close all prepared statements, for use after the connection has ended. */
  closeMessages(): Buffer {
    return Buffer.concat([...this.names].map((name) => toMessage('C', 'S', `${name}\0`)));
  }
}

function toMessage(type: string, ...parts: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const header = Buffer.alloc(headerBytes);
  header.write(type, 'latin1');
  header.writeInt32BE(content.length + headerBytes - 1, 1);
  return Buffer.concat([header, content]);
}
