import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context/app-context';
import type { UpgradeHandler } from '../device-socket/upgrade-handler';
import { countCredentialFailures, isLoopback } from './credential-failures';
import { PhoneConnection } from './phone-connection';

const autoxPath = /^\/autox\/([^/]{1,100})$/;

/** Accepts stock AutoX apps at /autox/<enrolment key>. */
export function createAutoxUpgradeHandler(context: AppContext): UpgradeHandler {
  const failuresOf = countCredentialFailures(context);
  return {
    matches: (path) => autoxPath.test(path),
    async handle(request, { socket, accept, host }) {
      const failures = failuresOf(request);
      if (await failures.isLimitReached()) return void socket.end('HTTP/1.1 429 Too Many Requests\r\n\r\n');
      const key = autoxPath.exec(request.url?.split('?')[0] ?? '')?.[1] ?? '';
      const origin = { key, server: serverOf(request), failures };
      accept((webSocket) => void new PhoneConnection(context, { host, socket: webSocket }, origin));
    },
  };
}

/** Returns the URL under which the phone reached this service. A proxy on this machine may name the scheme. */
function serverOf({ headers, socket }: IncomingMessage): string {
  const isSecure = isLoopback(socket) && headers['x-forwarded-proto']?.toString().startsWith('https');
  return `${isSecure ? 'https' : 'http'}://${headers.host ?? ''}`;
}
