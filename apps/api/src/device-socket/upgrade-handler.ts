import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Client } from '../http/client-address';
import type { LinkHost } from './link';

/** A socket whose client has not proved yet who it is. */
export interface AcceptedSocket {
  socket: WebSocket;
  /** The connection under the socket. */
  connection: Duplex;
  /** The IP address of the client. */
  address: string;
  /** Called when the client has proved who it is, with its account, and when the socket has closed. */
  endWait(this: void, accountId?: string): void;
}

/** A request to upgrade, and what answering it takes. */
interface Upgrade {
  client: Client;
  /** Completes the WebSocket handshake. */
  accept(open: (accepted: AcceptedSocket) => void): void;
  /** Answers with an HTTP status, such as "429 Too Many Requests". */
  refuse(status: string): void;
  host: LinkHost;
}

/** Serves devices that speak another protocol than the device link on the same port. */
export interface UpgradeHandler {
  matches(path: string): boolean;
  handle(request: IncomingMessage, upgrade: Upgrade): Promise<void>;
}
