import type { PGlite } from '@electric-sql/pglite';
import { once } from 'node:events';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { WireNames } from './wire-names';
import { WireReader, type WireMessage } from './wire-reader';

/** What may come before the startup message, by the number that stands in place of a protocol version. */
const encryptionRequests = [80877103, 80877104];
const cancelRequest = 80877102;

/** Messages that end a unit of work: Query, Sync, FunctionCall. Until then a half-made statement may be open. */
const unitEnds = ['Q', 'S', 'F'];
const terminate = 'X';
const knownTypes = 'BCDEFHPQSXcdfp';
const sync = Buffer.from('S\0\0\0\x04', 'latin1');

/**
 * Serves one PGlite to many connections, by turns. PGlite has a single session: a statement that one
 * connection has parsed but not yet run would be lost to another's, and so would a transaction. A
 * connection therefore keeps its turn from the first message of a unit to the last, and to the end of
 * its transaction. (PGLiteSocketServer takes turns by message, and mixes up queries with long parameters.)
 */
export class WireServer {
  private readonly turnstile = new Turnstile();
  private readonly sockets = new Set<Socket>();
  private connections = 0;
  private readonly server: Server;

  constructor(
    private readonly database: PGlite,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.server = createServer({ noDelay: true }, (socket) => void this.serve(socket));
  }

  async listen(options: ListenOptions): Promise<number | undefined> {
    this.server.listen(options);
    await once(this.server, 'listening');
    const address = this.server.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  /** Ends when the statement under way has ended and open transactions are rolled back. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
    await this.turnstile.enter();
  }

  private async serve(socket: Socket): Promise<void> {
    const reader = new WireReader();
    const names = new WireNames(`${(this.connections += 1)}_`);
    let hasTurn = false;
    this.sockets.add(socket);

    try {
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        for (const message of reader.read(chunk)) {
          if (message.type === terminate) return;
          if (message.type === undefined && this.isAnswered(socket, message)) continue;
          if (!knownTypes.includes(message.type ?? '')) return;
          if (!hasTurn) await this.turnstile.enter();
          hasTurn = true;

          await this.run(names.own(message), socket);
          if (message.type === undefined) reader.open();
          else if (!unitEnds.includes(message.type)) continue;
          if (this.database.isInTransaction()) continue;
          hasTurn = false;
          this.turnstile.leave();
        }
      }
    } catch {
      // The connection broke off, or sent what is no protocol: it ends, and the pool opens another.
    } finally {
      if (hasTurn) await this.giveUp();
      await this.forget(names);
      socket.destroy();
      this.sockets.delete(socket);
    }
  }

  /** PostgreSQL answers errors within the protocol; what is thrown is the end of PGlite itself. */
  private async run(message: Buffer, socket: Socket): Promise<void> {
    try {
      await this.database.execProtocolRawStream(message, {
        onRawData: (data) => void (socket.writable && socket.write(Buffer.from(data))),
      });
    } catch (error) {
      this.onFailure(error);
      throw error;
    }
  }

  /** PGlite would give an answer that nobody takes to whoever took the one before. */
  private runUnheard(message: Buffer): Promise<void> {
    return this.database.execProtocolRawStream(message, { onRawData: () => undefined });
  }

  private isAnswered(socket: Socket, { bytes }: WireMessage): boolean {
    const code = bytes.length >= 8 ? bytes.readInt32BE(4) : 0;
    if (encryptionRequests.includes(code)) socket.write('N');
    if (code === cancelRequest) socket.end();
    return encryptionRequests.includes(code) || code === cancelRequest;
  }

  /** The session outlives its connections: what they had it prepare goes with them. */
  private async forget(names: WireNames): Promise<void> {
    const closings = names.closings();
    if (closings.length === 0) return;
    await this.turnstile.enter();
    try {
      await this.runUnheard(Buffer.concat([closings, sync]));
    } finally {
      this.turnstile.leave();
    }
  }

  /** A connection that ends within a unit or a transaction leaves nothing of it to the next. */
  private async giveUp(): Promise<void> {
    try {
      await this.runUnheard(sync);
      if (this.database.isInTransaction()) await this.database.exec('ROLLBACK');
    } finally {
      this.turnstile.leave();
    }
  }
}

/** Lets one through at a time, in the order of coming. */
class Turnstile {
  private isTaken = false;
  private readonly waiting: (() => void)[] = [];

  async enter(): Promise<void> {
    if (this.isTaken) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.isTaken = true;
  }

  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.isTaken = false;
  }
}
