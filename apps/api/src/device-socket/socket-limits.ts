import { CLOSE_CODES } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { toPartedFrame, toTextFrame } from './text-frame';
import type { AcceptedSocket } from './upgrade-handler';

/** How long a peer that broke a rule has to complete the close handshake. */
const closeTimeoutMs = 1000;

/** The window in which pings are counted. */
const pingWindowMs = 10_000;

/** Unsent bytes above which a device is sent nothing new. */
const congestedBytes = 1024 * 1024;

/** Unsent bytes above which a ping is not answered: the peer does not read the answers. */
const maxPongBytes = 16 * 1024;

/** Close code of the WebSocket standard for a message that is too large. */
export const messageTooBig = 1009;

/** Why a peer is not read any more: it sends too much. */
const floodCodes: number[] = [CLOSE_CODES.tooManyFrames, CLOSE_CODES.notReading, messageTooBig];
const unread = new WeakSet<object>();

/** Whether the rest of what a peer sends is left unread, because it sent too much. */
export function isUnread(socket: object): boolean {
  return unread.has(socket);
}

/** Minimum time between two terminations, because closing a connection with unread data may take the system long. */
const terminationMs = 2;
/** When the most recently closed socket will be terminated. */
let lastTermination = 0;

/** Closes a socket whose peer broke a rule. It may not keep the connection open by leaving the close unanswered. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  if (floodCodes.includes(code)) {
    unread.add(socket);
    socket.pause();
  }
  const now = performance.now();
  lastTermination = Math.max(now + closeTimeoutMs, lastTermination + terminationMs);
  setTimeout(() => socket.terminate(), lastTermination - now).unref();
}

export function isCongested(socket: WebSocket): boolean {
  return socket.bufferedAmount > congestedBytes;
}

/** A socket without compression, and the connection under it. */
type Peer = Pick<AcceptedSocket, 'socket' | 'connection'>;

/**
 * Sends a text, whole or in parts. If the peer has left too much unread, closes the connection instead, which discards
 * the unsent data.
 */
export function sendBounded({ socket, connection }: Peer, text: string | Buffer[]): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > BUDGET.linkUnreadBytes.max) {
    return closeSoon(socket, CLOSE_CODES.notReading, 'the device does not read');
  }
  if (typeof text !== 'string') return writeTogether(connection, toPartedFrame(text));
  const frame = toTextFrame(text);
  if (frame === undefined) socket.send(text);
  else connection.write(frame, 'latin1');
}

function writeTogether(connection: Duplex, buffers: Buffer[]): void {
  connection.cork();
  for (const buffer of buffers) connection.write(buffer);
  connection.uncork();
}

/** Answers pings of a socket. Of a server with `autoPong`, a client that never reads would fill the memory. */
export class Pings {
  private count = 0;
  private since = 0;

  constructor(private readonly socket: WebSocket) {
    socket.on('ping', (data: Buffer) => this.answer(() => socket.pong(data)));
  }

  /** Answers a ping, by WebSocket or as a frame, unless the client has not read earlier answers or sends too many. */
  answer(pong: () => void): void {
    const { socket } = this;
    const time = performance.now();
    if (time - this.since > pingWindowMs) {
      this.since = time;
      this.count = 0;
    }
    this.count += 1;
    if (socket.readyState !== socket.OPEN) return;
    if (this.count > BUDGET.linkPings.max)
      return closeSoon(socket, CLOSE_CODES.tooManyFrames, 'too many pings');
    if (socket.bufferedAmount <= maxPongBytes) pong();
  }
}

/**
 * Closes a socket from whose connection more than `maxBytes` arrive. Counts bytes as they arrive, because the WebSocket
 * library shows a message only when it is complete. Returns a function that ends the limit.
 */
export function limitBytes(connection: Duplex, socket: WebSocket, maxBytes: number): () => void {
  let bytes = 0;
  let isEnded = false;
  function end(): void {
    isEnded = true;
    connection.off('data', count);
  }
  function count(chunk: Buffer): void {
    bytes += chunk.length;
    // The WebSocket library reads the chunk first, and may end the limit by what it has read.
    if (isEnded || bytes <= maxBytes) return;
    end();
    closeSoon(socket, messageTooBig, 'too much was sent before the server knew the client');
  }
  connection.on('data', count);
  return end;
}
