import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Settings } from './settings';

const everywhere = ['0.0.0.0', '::'];

/** Where the server listens, as seen from this machine. */
export function urlOf(server: Server, { HOST }: Settings): string {
  return at(everywhere.includes(HOST) ? 'localhost' : HOST, server);
}

/** Where devices may reach the server, likeliest first: how it is known to the world, else by its own networks. */
export function addressesOf(server: Server, settings: Settings): string[] {
  const known = settings.PUBLIC_URL ? [settings.PUBLIC_URL] : [];
  if (!everywhere.includes(settings.HOST)) return known.length > 0 ? known : [urlOf(server, settings)];
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .sort((a, b) => Number(isHome(b)) - Number(isHome(a)));
  const addresses = [...known, ...own.map((host) => at(host, server))];
  return addresses.length > 0 ? addresses : [urlOf(server, settings)];
}

/** Networks of homes and offices; those of containers and tunnels mostly lie elsewhere. */
function isHome(address: string): boolean {
  return /^192\.168\./.test(address) || /^10\./.test(address);
}

function at(host: string, server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
