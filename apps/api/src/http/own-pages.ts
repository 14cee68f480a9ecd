import type { Request } from 'express';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { AppContext } from '../context/app-context';
import { ApiError } from '../errors/api-error';

/**
 * Accepts session cookies only from this server's own pages: browsers send the cookie, and the origin, with every
 * change.
 */
export function assertOwnPage(request: Request, context: AppContext): void {
  if (!isOwnOrigin(request, context)) throw new ApiError('foreignOrigin');
}

/**
 * Refuses pages of other sites, which could otherwise create the first account, or sign their visitors in to an account
 * of theirs. Programs send neither header.
 */
export function assertNoForeignPage(request: Request, context: AppContext): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeign =
    origin === undefined
      ? site !== undefined && site !== 'same-origin' && site !== 'none'
      : !isOwnOrigin(request, context);
  if (isForeign) {
    throw new ApiError('foreignOrigin', {
      message: "Only this server's own pages, or programs that send no Origin, may do this.",
    });
  }
}

/**
 * Refuses host names that this server is not known by. A page of another site can point its own name at this server
 * (DNS rebinding), and is then an own page to the browser. IP addresses cannot be redirected.
 */
export function assertKnownHost(request: Request, { publicUrl }: AppContext): void {
  const name = nameOf(request.headers.host ?? '');
  const machine = hostname().toLowerCase();
  const known = ['localhost', machine, `${machine}.local`, new URL(publicUrl).hostname];
  if (isIP(name) === 0 && !name.endsWith('.localhost') && !known.includes(name)) {
    throw new ApiError('unknownHost');
  }
}

/** Returns whether a request comes from this machine, and not through a proxy for somebody else. */
export function isFromThisMachine({ ip, socket }: Request): boolean {
  return [ip, socket.remoteAddress].every((address) => address !== undefined && isLoopback(address));
}

function isOwnOrigin({ headers, protocol }: Request, { publicUrl }: AppContext): boolean {
  return headers.origin === new URL(publicUrl).origin || headers.origin === `${protocol}://${headers.host}`;
}

/** Returns the name of a Host header without its port, and an IPv6 address without its brackets. */
function nameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : '';
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
