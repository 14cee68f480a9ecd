import type { WebSocket } from 'ws';
import { isUnread } from './socket-limits';

/** Why a socket is not read. */
type Reason = 'authenticating' | 'pending' | 'turn' | 'unstored';

/** Whether a socket is read. It is paused while at least one reason holds, so that its sender has to wait. */
export class Reading {
  private readonly reasons = new Set<Reason>();

  constructor(private readonly socket: Pick<WebSocket, 'pause' | 'resume'>) {}

  pause(reason: Reason): void {
    this.reasons.add(reason);
    this.socket.pause();
  }

  resume(reason: Reason): void {
    if (!this.reasons.delete(reason) || this.reasons.size > 0 || isUnread(this.socket)) return;
    this.socket.resume();
  }
}
