/** Bytes of a message's length field. In all messages but the first, the type precedes it as one byte. */
const lengthBytes = 4;

/** The largest message that is accepted. PostgreSQL limits a value to 1 GB, and the values of Drover are much smaller. */
const maxMessageBytes = 256 * 1024 * 1024;

/** A message of PostgreSQL's wire protocol. Messages that open a connection have no type. */
export interface WireMessage {
  type: string | undefined;
  bytes: Buffer;
}

/** Splits the bytes of one connection into messages. */
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

  /** Call it after the startup message. From then on, messages have types. */
  open(): void {
    this.isOpened = true;
  }

  private nextSize(): number | undefined {
    const typeBytes = this.isOpened ? 1 : 0;
    const headerBytes = typeBytes + lengthBytes;
    if (this.buffered < headerBytes) return undefined;

    const length = this.peek(headerBytes).readInt32BE(typeBytes);
    if (length < lengthBytes || length > maxMessageBytes)
      throw new Error(`Invalid message length: ${length} bytes`);
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
