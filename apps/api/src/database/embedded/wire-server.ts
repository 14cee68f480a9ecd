import type { PGlite } from '@electric-sql/pglite';
import { once } from 'node:events';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { WireNames } from './wire-names';
import { WireReader, type WireMessage } from './wire-reader';

/** Requests that may precede the startup message, by their code in place of a protocol version. */
const encryptionRequests = [80877103, 80877104];
const cancelRequest = 80877102;

/** Messages that end a unit of work: Query, Sync, FunctionCall. Before them, a statement may be incomplete. */
const unitEnds = ['Q', 'S', 'F'];
const terminate = 'X';
const knownTypes = 'BCDEFHPQSXcdfp';
const sync = Buffer.from('S\0\0\0\x04', 'latin1');

/**
 * Serves one PGlite to many connections, one at a time. PGlite has a single session, so connections would overwrite each
 * other's parsed statements and share transactions. A connection therefore holds the lock from the first message of a unit
 * of work to the last one, and until its transaction ends. (PGLiteSocketServer locks per message, and mixes up queries with
 * long parameters.)
 */
export class WireServer {
  private readonly mutex = new Mutex();
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

  /** Resolves when the running statement has ended and open transactions are rolled back. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
    await this.mutex.lock();
  }

  private async serve(socket: Socket): Promise<void> {
    const reader = new WireReader();
    const names = new WireNames(`${(this.connections += 1)}_`);
    let hasLock = false;
    this.sockets.add(socket);

    try {
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        for (const message of reader.read(chunk)) {
          if (message.type === terminate) return;
          if (message.type === undefined && this.answerStartup(socket, message)) continue;
          if (!knownTypes.includes(message.type ?? '')) return;
          if (!hasLock) await this.mutex.lock();
          hasLock = true;

          await this.run(names.rename(message), socket);
          if (message.type === undefined) reader.open();
          else if (!unitEnds.includes(message.type)) continue;
          if (this.database.isInTransaction()) continue;
          hasLock = false;
          this.mutex.unlock();
        }
      }
    } catch {
      // The connection failed or sent invalid data. It ends, and the pool opens another one.
    } finally {
      if (hasLock) await this.abandon();
      await this.forget(names);
      socket.destroy();
      this.sockets.delete(socket);
    }
  }

  /** Runs a message. PostgreSQL reports errors within the protocol, so an exception means that PGlite itself failed. */
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

  /** Runs a message and discards the response. Without a callback, PGlite would pass it to the previous callback. */
  private runSilently(message: Buffer): Promise<void> {
    return this.database.execProtocolRawStream(message, { onRawData: () => undefined });
  }

  private answerStartup(socket: Socket, { bytes }: WireMessage): boolean {
    const code = bytes.length >= 8 ? bytes.readInt32BE(4) : 0;
    if (encryptionRequests.includes(code)) socket.write('N');
    if (code === cancelRequest) socket.end();
    return encryptionRequests.includes(code) || code === cancelRequest;
  }

  /** Closes the prepared statements of a connection that ended, because the session continues. */
  private async forget(names: WireNames): Promise<void> {
    const closeMessages = names.closeMessages();
    if (closeMessages.length === 0) return;
    await this.mutex.lock();
    try {
      await this.runSilently(Buffer.concat([closeMessages, sync]));
    } finally {
      this.mutex.unlock();
    }
  }

  /** Ends the unit of work and rolls back the transaction of a connection that ended in between. */
  private async abandon(): Promise<void> {
    try {
      await this.runSilently(sync);
      if (this.database.isInTransaction()) await this.database.exec('ROLLBACK');
    } finally {
      this.mutex.unlock();
    }
  }
}

/** A lock that is granted in the order of the requests. */
class Mutex {
  private isTaken = false;
  private readonly waiting: (() => void)[] = [];

  async lock(): Promise<void> {
    if (this.isTaken) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.isTaken = true;
  }

  unlock(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.isTaken = false;
  }
}
