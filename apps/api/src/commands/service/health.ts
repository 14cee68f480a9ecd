import { once } from 'node:events';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { createServer } from 'node:net';
import type { Settings } from '../../context/settings';

/** How long a server may take to answer. */
const timeoutMs = 3_000;

/** Returns the URL of the server for people on this machine. */
export function localUrl(settings: Settings): string {
  return urlAt(settings, { '0.0.0.0': 'localhost', '::': 'localhost' }[settings.HOST] ?? settings.HOST);
}

/** Returns whether the server accepts requests. Its certificate has the name that devices use, not this address. */
export async function isHealthy(settings: Settings): Promise<boolean> {
  // Not every system resolves `localhost`.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[settings.HOST] ?? settings.HOST;
  const url = `${urlAt(settings, host)}/healthz`;
  const options = { timeout: timeoutMs, rejectUnauthorized: false, agent: false as const };
  const request = settings.TLS_CERT_FILE ? getHttps(url, options) : getHttp(url, options);
  request.on('timeout', () => request.destroy());
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return response.statusCode === 200 && text.includes('"ok"');
  } catch {
    return false;
  }
}

function urlAt({ PORT, TLS_CERT_FILE }: Settings, host: string): string {
  return `${TLS_CERT_FILE ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Throws if another program listens on the port of the settings. */
export async function assertPortIsFree({ HOST, PORT }: Settings, settingsFile: string): Promise<void> {
  if (PORT === 0) throw new Error('PORT=0 is not for a service, because nobody knows the port. Choose one.');
  const server = createServer();
  try {
    server.listen(PORT, HOST);
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return;
    throw new Error(
      `Port ${PORT} is in use by another program. Stop it, or set PORT in the environment or in ${settingsFile}.`,
      { cause: error },
    );
  } finally {
    server.close();
  }
}
