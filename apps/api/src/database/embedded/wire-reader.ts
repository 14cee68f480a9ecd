/** Bytes of a message's length field; every message but the first has one byte of type before it. */
const lengthBytes = 4;

/** The largest message that is accepted: PostgreSQL's own bound for one value is 1 GB, ours are far below. */
const maxMessageBytes = 256 * 1024 * 1024;

/** A message of PostgreSQL's wire protocol; those that open a connection have no type. */
export interface WireMessage {
  type: string | undefined;
  bytes: Buffer;
}

/** Cuts the bytes of one connection into messages. */
export class WireReader {
  private chunks: Buffer[] = [];
  private buffered = 0;
  private isOpened = false;

  *read(chunk: Buffer): Generator<WireMessage> {
    this.chunks.push(chunk);
    this.buffered += chunk.length;

    for (let size = this.nextSize(); size !== undefined && size <= this.buffered; size = this.nextSize()) {
      const bytes = this.take(size);
      yield { type: this.isOpened ? String.fromCharCode(bytes[0]) : undefined, bytes };
    }
  }

  /** To be called when the startup message has passed: from then on messages have types. */
  open(): void {
    this.isOpened = true;
  }

  private nextSize(): number | undefined {
    const typeBytes = this.isOpened ? 1 : 0;
    const headerBytes = typeBytes + lengthBytes;
    if (this.buffered < headerBytes) return undefined;

    const length = this.peek(headerBytes).readInt32BE(typeBytes);
    if (length < lengthBytes || length > maxMessageBytes) throw new Error(`A message of ${length} bytes`);
    return typeBytes + length;
  }

  private peek(size: number): Buffer {
    if (this.chunks[0].length < size) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0];
  }

  private take(size: number): Buffer {
    const bytes = this.peek(size);
    const rest = bytes.subarray(size);
    this.chunks[0] = rest;
    if (rest.length === 0) this.chunks.shift();
    this.buffered -= size;
    return bytes.subarray(0, size);
  }
}
