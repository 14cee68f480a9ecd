import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { LinkHost } from '../link/link';
import type { Service } from '../service';
import { countGuesses, isLoopback } from './guesses';
import { PhoneConnection } from './phone-connection';

const doorPath = /^\/autox\/([^/]{1,100})$/;

export function isDoor(path: string): boolean {
  return doorPath.test(path);
}

interface Ring {
  socket: Duplex;
  upgrade(open: (webSocket: WebSocket) => void): void;
  host: LinkHost;
}

/** The door for stock apps, at /autox/<enrolment key>. */
export function createDoor(service: Service) {
  const guessesOf = countGuesses(service);
  return async (request: IncomingMessage, { socket, upgrade, host }: Ring): Promise<void> => {
    const guesses = guessesOf(request);
    if (await guesses.areTooMany()) return void socket.end('HTTP/1.1 429 Too Many Requests\r\n\r\n');
    const key = doorPath.exec(request.url?.split('?')[0] ?? '')?.[1] ?? '';
    const visitor = { key, server: serverOf(request), guesses };
    upgrade((webSocket) => void new PhoneConnection(service, { host, socket: webSocket }, visitor));
  };
}

/** Where the phone reached this service: a proxy on this machine may say by what scheme. */
function serverOf({ headers, socket }: IncomingMessage): string {
  const isSecure = isLoopback(socket) && headers['x-forwarded-proto']?.toString().startsWith('https');
  return `${isSecure ? 'https' : 'http'}://${headers.host ?? ''}`;
}
