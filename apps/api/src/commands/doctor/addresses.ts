import { CLOSE_CODES, LINK_PATH } from '@drover/contract';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { WebSocket } from 'ws';
import type { Settings } from '../../context/settings';
import { readTlsFiles } from '../../http/tls';
import { messageOf, timeoutMs, type Finding } from './finding';

const dayMs = 86_400_000;

/** A certificate that expires in fewer days than this should be renewed. */
const renewalDays = 14;

/** Checks the certificate of the server: its files, when it expires, and the host of the public URL. */
export async function checkTls(settings: Settings): Promise<Finding[]> {
  const about = 'TLS';
  try {
    const files = readTlsFiles(settings);
    if (!files) return [{ about, text: 'not used, so a proxy should provide it outside a trusted network' }];
    return [describeCertificate(new X509Certificate(files.cert), settings.PUBLIC_URL)];
  } catch (error) {
    const fix = 'Check that both files exist, that the server may read them, and that they belong together.';
    return [{ about, text: messageOf(error), fix }];
  }
}

function describeCertificate(certificate: X509Certificate, publicUrl: string | undefined): Finding {
  const about = 'TLS';
  const days = Math.floor((Date.parse(certificate.validTo) - Date.now()) / dayMs);
  const host = publicUrl && new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  if (days < 0) return { about, text: `the certificate expired on ${certificate.validTo}`, fix: 'Renew it.' };
  if (host && !(isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host))) {
    const fix = `Use a certificate for ${host}, or correct PUBLIC_URL.`;
    return { about, text: `the certificate is not for ${host}`, fix };
  }
  const text = `the certificate is valid for ${days} more ${days === 1 ? 'day' : 'days'}`;
  return { about, text, ...(days < renewalDays && { fix: 'Renew it.' }) };
}

/** Checks that browsers and devices reach the server at its public URL. */
export async function checkPublicUrl({ PUBLIC_URL }: Settings): Promise<Finding[]> {
  const about = 'Public URL';
  if (!PUBLIC_URL) {
    return [{ about, text: 'not set, so links and commands show the address that the server listens on' }];
  }
  try {
    const response = await fetch(`${PUBLIC_URL}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`${PUBLIC_URL}/healthz answers ${response.status}`);
  } catch (error) {
    const fix = 'Start the server, and check DNS, the firewall and the proxy.';
    return [{ about, text: `${PUBLIC_URL} is not reachable from here (${messageOf(error)})`, fix }];
  }
  const reachable: Finding = { about, text: `${PUBLIC_URL} is reachable` };
  return [reachable, await checkLink(PUBLIC_URL), await checkAutox(PUBLIC_URL)];
}

/** The device link begins with an upgrade, which some proxies do not forward. */
async function checkLink(publicUrl: string): Promise<Finding> {
  return checkWebSocket('WebSocket', { publicUrl, path: LINK_PATH }, async (socket) => {
    await once(socket, 'open');
    return 'devices can connect';
  });
}

/** Tries a key that does not exist: the server accepts the upgrade and closes with its reason. */
async function checkAutox(publicUrl: string): Promise<Finding> {
  return checkWebSocket('AutoX', { publicUrl, path: '/autox/doctor' }, async (socket) => {
    const [code] = (await once(socket, 'close')) as [number];
    if (code !== CLOSE_CODES.badCredential) throw new Error(`the connection was closed with code ${code}`);
    return 'phones can connect';
  });
}

async function checkWebSocket(
  about: string,
  { publicUrl, path }: { publicUrl: string; path: string },
  check: (socket: WebSocket) => Promise<string>,
): Promise<Finding> {
  const url = publicUrl.replace(/^http/, 'ws') + path;
  const socket = new WebSocket(url, { handshakeTimeout: timeoutMs });
  const timeout = setTimeout(() => socket.terminate(), 2 * timeoutMs);
  try {
    return { about, text: await check(socket) };
  } catch (error) {
    const fix = `Let the proxy forward WebSockets on ${path.replace('doctor', '…')}, see docs/install.md.`;
    return { about, text: messageOf(error), fix };
  } finally {
    clearTimeout(timeout);
    socket.on('error', () => undefined).terminate();
  }
}
