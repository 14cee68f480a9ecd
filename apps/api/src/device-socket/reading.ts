import type { WebSocket } from 'ws';
import { isUnread } from './socket-limits';
import type { AcceptedSocket } from './upgrade-handler';

/** Why a socket is not read. */
type Reason = 'authenticating' | 'chunk' | 'pending' | 'turn' | 'unstored';

/** The most bytes that Node reads from a socket at once. After a chunk of this size, more data is probably waiting. */
const maxChunkBytes = 64 * 1024;

/** Whether a socket is read. It is paused while at least one reason holds, so that its sender has to wait. */
export class Reading {
  private readonly reasons = new Set<Reason>();
  private readonly socket: Pick<WebSocket, 'pause' | 'resume'>;

  constructor({ socket, connection }: ReadSocket) {
    this.socket = socket;
    // Without this pause, Node reads up to 32 chunks in one turn of the event loop. With it, at most two.
    connection.on('data', (chunk: Buffer) => {
      if (chunk.length < maxChunkBytes) return;
      this.pause('chunk');
      setImmediate(() => this.resume('chunk'));
    });
  }

  pause(reason: Reason): void {
    this.reasons.add(reason);
    this.socket.pause();
  }

  resume(reason: Reason): void {
    if (!this.reasons.delete(reason) || this.reasons.size > 0 || isUnread(this.socket)) return;
    this.socket.resume();
  }
}

interface ReadSocket {
  socket: Pick<WebSocket, 'pause' | 'resume'>;
  connection: Pick<AcceptedSocket['connection'], 'on'>;
}
