import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { LinkHost } from './device-socket';

/** A request to upgrade, and what answering it takes. */
interface Upgrade {
  socket: Duplex;
  /** Completes the WebSocket handshake. */
  accept(open: (webSocket: WebSocket) => void): void;
  host: LinkHost;
}

/** Serves devices that speak another protocol than the device link on the same port. */
export interface UpgradeHandler {
  matches(path: string): boolean;
  handle(request: IncomingMessage, upgrade: Upgrade): Promise<void>;
}
