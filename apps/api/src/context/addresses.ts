import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Settings } from './settings';

const allInterfaces = ['0.0.0.0', '::'];

/** Returns the URL of the server on this machine. */
export function urlOf(server: Server, { HOST }: Settings): string {
  return at(allInterfaces.includes(HOST) ? 'localhost' : HOST, server);
}

/** Returns the URLs under which devices may reach the server, most likely first: the public URL, then local addresses. */
export function addressesOf(server: Server, settings: Settings): string[] {
  const known = settings.PUBLIC_URL ? [settings.PUBLIC_URL] : [];
  if (!allInterfaces.includes(settings.HOST)) return known.length > 0 ? known : [urlOf(server, settings)];
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .sort((a, b) => Number(isLocalNetwork(b)) - Number(isLocalNetwork(a)));
  const addresses = [...known, ...own.map((host) => at(host, server))];
  return addresses.length > 0 ? addresses : [urlOf(server, settings)];
}

/** Whether an address is in a range that homes and offices use. Containers and tunnels mostly use other ranges. */
function isLocalNetwork(address: string): boolean {
  return /^192\.168\./.test(address) || /^10\./.test(address);
}

function at(host: string, server: Server): string {
  const scheme = server instanceof HttpsServer ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`;
}

const ports = new WeakMap<Server, number>();

/** Returns the port of a server, also after it was closed: its last connections may still get responses. */
function portOf(server: Server): number {
  const address = server.address() as AddressInfo | null;
  if (address) ports.set(server, address.port);
  return ports.get(server) ?? 0;
}
