import type { PGlite } from '@electric-sql/pglite';
import { once } from 'node:events';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { Checkpointer } from './checkpointer';
import type { DurableFiles } from './durable-files';
import { responseToBegin } from './lazy-begin';
import { SessionLock, unitOf } from './session-lock';
import { SharedStatements, WireNames } from './wire-names';
import { toMessage } from './wire-message';
import { WireReader, type WireMessage } from './wire-reader';
import type { WriteAheadLog } from './write-ahead-log';

/** Requests that may precede the startup message, by their code in place of a protocol version. */
const encryptionRequests = [80877103, 80877104];
const cancelRequest = 80877102;

/** Messages that end a unit of work: Query, Sync, FunctionCall. Before them, a statement may be incomplete. */
const unitEnds = ['Q', 'S', 'F'];
/** Asks for the responses so far, before the end of the unit. */
const flush = 'H';
const terminate = 'X';
const knownTypes = 'BCDEFHPQSXcdfp';
const sync = toMessage('S');

interface WireServerOptions {
  database: PGlite;
  files: DurableFiles;
  log: WriteAheadLog;
  /** Called when PGlite itself or the disk has failed. The database cannot continue. */
  onFailure: (error: unknown) => void;
}

/**
 * Serves one PGlite to many connections, one at a time. PGlite has a single session, so without a lock, connections would
 * replace each other's unnamed statements and share transactions. A connection holds the lock for one unit of work, or until
 * its transaction ends. It gets the lock when all messages of the unit have arrived, and begins a transaction with its first
 * statement, because others cannot use the session meanwhile. (PGLiteSocketServer locks per message, and mixes up queries
 * with long parameters.)
 *
 * A response leaves only when everything that its connection may have seen is on the disk. The next connection gets the lock
 * before that, so that one sync makes the commits of many connections durable.
 */
export class WireServer {
  private readonly session = new SessionLock();
  private readonly statements = new SharedStatements();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly database: PGlite;
  private readonly checkpointer: Checkpointer;

  constructor(private readonly options: WireServerOptions) {
    this.database = options.database;
    this.checkpointer = new Checkpointer({ ...options, session: this.session });
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
    await this.session.lock('transaction');
  }

  private async serve(socket: Socket): Promise<void> {
    const reader = new WireReader();
    const names = new WireNames(this.statements);
    const responses: Buffer[] = [];
    let unit: WireMessage[] = [];
    let hasLock = false;
    let begin: Buffer | undefined;
    this.sockets.add(socket);

    try {
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        for (const message of reader.read(chunk)) {
          if (message.type === terminate) return;
          if (message.type === undefined && this.answerStartup(socket, message)) continue;
          if (!knownTypes.includes(message.type ?? '')) return;
          unit.push(message);
          const isUnitEnd = message.type === undefined || unitEnds.includes(message.type);
          if (!isUnitEnd && message.type !== flush) continue;
          const begun = hasLock || begin ? undefined : responseToBegin(unit[0]);
          if (begun) {
            begin = message.bytes;
            unit = [];
            send([begun], socket);
            continue;
          }

          if (!hasLock) await this.session.lock(begin ? 'transaction' : unitOf(unit[0]));
          hasLock = true;
          if (begin) await this.begin(begin);
          begin = undefined;
          for (const each of unit) responses.push(...(await names.run(each, (bytes) => this.run(bytes))));
          unit = [];
          if (message.type === undefined) reader.open();
          if (isUnitEnd && !this.database.isInTransaction()) {
            hasLock = false;
            this.session.unlock();
            await this.untilDurable();
          }
          send(responses, socket);
          if (!hasLock && this.checkpointer.isDue)
            void this.orFail(this.checkpointer.run()).catch(() => undefined);
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

  /** Begins a transaction to which the connection has got the response already. */
  private async begin(message: Buffer): Promise<void> {
    await this.runSilently(message);
    if (!this.database.isInTransaction()) throw new Error('The transaction did not begin.');
  }

  /** Runs a message. PostgreSQL reports errors within the protocol, so an exception means that PGlite itself failed. */
  private async run(message: Buffer): Promise<Buffer[]> {
    const responses: Buffer[] = [];
    await this.orFail(this.execute(message, (data) => void responses.push(Buffer.from(data))));
    return responses;
  }

  /** After a failed sync the disk may lack what a later sync claims to be there, so the database must not continue. */
  private untilDurable(): Promise<void> {
    return this.orFail(this.options.log.untilDurable());
  }

  private async orFail(step: Promise<void>): Promise<void> {
    try {
      await step;
    } catch (error) {
      this.options.onFailure(error);
      throw error;
    }
  }

  /** Runs a message and discards the response. Without a callback, PGlite would pass it to the previous callback. */
  private runSilently(message: Buffer): Promise<void> {
    return this.execute(message, () => undefined);
  }

  /** Without `syncToFs`, which does nothing for files on the disk, a small statement takes half of the time. */
  private execute(message: Buffer, onRawData: (data: Uint8Array) => void): Promise<void> {
    return this.database.execProtocolRawStream(message, { onRawData, syncToFs: false });
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
    await this.session.lock('statement');
    try {
      await this.runSilently(Buffer.concat([closeMessages, sync]));
    } finally {
      this.session.unlock();
    }
  }

  /** Ends the unit of work and rolls back the transaction of a connection that ended in between. */
  private async abandon(): Promise<void> {
    try {
      await this.runSilently(sync);
      if (this.database.isInTransaction()) await this.database.exec('ROLLBACK');
    } finally {
      this.session.unlock();
    }
  }
}

function send(responses: Buffer[], socket: Socket): void {
  const bytes = Buffer.concat(responses.splice(0));
  if (bytes.length > 0 && socket.writable) socket.write(bytes);
}
