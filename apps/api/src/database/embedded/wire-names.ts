import type { WireMessage } from './wire-reader';

/** Bytes of a message before its content: its type and its length. */
const headerBytes = 5;

/** Where in a message's content the name of a prepared statement stands: Parse, Bind, Describe and Close have one. */
const places: Record<string, (content: Buffer) => number | undefined> = {
  P: () => 0,
  // Bind names its portal first.
  B: (content) => content.indexOf(0) + 1,
  D: ofStatement,
  C: ofStatement,
};

function ofStatement(content: Buffer): number | undefined {
  return content[0] === 'S'.charCodeAt(0) ? 1 : undefined;
}

/**
 * The prepared statements of one connection. PGlite has a single session, in which a name may be given but once: here
 * each connection's names become its own. Names within SQL (PREPARE, EXECUTE) stay as they are.
 */
export class WireNames {
  private readonly names = new Set<string>();

  constructor(private readonly prefix: string) {}

  /** The message as the session takes it. */
  own({ type, bytes }: WireMessage): Buffer {
    const content = bytes.subarray(headerBytes);
    const place = places[type ?? '']?.(content);
    // Without a name it is the statement of the moment, which is the next one's to replace.
    if (place === undefined || content[place] === 0) return bytes;
    const name = this.prefix + content.toString('utf8', place, content.indexOf(0, place));
    this.names.add(name);
    return toMessage(type ?? '', content.subarray(0, place), this.prefix, content.subarray(place));
  }

  /** What makes the session forget the statements, once the connection has ended. */
  closings(): Buffer {
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
