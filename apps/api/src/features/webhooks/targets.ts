import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { parse } from 'ipaddr.js';
import { invalid } from '../../errors/api-error';
import type { AppContext } from '../../context/app-context';

/** Public addresses that lead into a machine's own cloud: the agent of Azure. */
const cloudInternal = ['168.63.129.16'];

/** An address that requests are not sent to. */
export class ForbiddenTarget extends Error {}

/** Returns whether an address, in any notation, is global unicast. */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed.kind() === 'ipv4')
    return parsed.range() === 'unicast' && !cloudInternal.includes(parsed.toString());
  // Global unicast is allocated from 2000::/3. ipaddr.js has other names for the special ranges in it.
  return parsed.range() === 'unicast' && (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** Resolves host names. Specs replace the resolver of the system. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a lookup that fails if any of the addresses is not public. The connection uses the addresses that were
 * checked, so a name that resolves to another address later (DNS rebinding) does not help an attacker.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const failure = error ?? findForbidden(hostname, addresses);
      if (failure) return callback(failure, []);
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

function findForbidden(hostname: string, addresses: LookupAddress[]): ForbiddenTarget | undefined {
  if (addresses.length > 0 && addresses.every(({ address }) => isPublic(address))) return undefined;
  return new ForbiddenTarget(`${hostname} is not a public address`);
}

/** Returns the host of a URL without the brackets of IPv6 addresses. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Returns the lookup for connections to this URL. Throws if its host is an address that is not public. */
export function lookupFor({ settings }: Pick<AppContext, 'settings'>, url: URL): LookupFunction | undefined {
  if (settings.DROVER_WEBHOOK_PRIVATE === 'allow') return undefined;
  const host = hostOf(url);
  if (isIP(host) && !isPublic(host)) throw new ForbiddenTarget(`${host} is not a public address`);
  return publicLookup();
}

/** Throws if requests to this address are forbidden. Each connection checks the address again. */
export async function checkTarget(context: Pick<AppContext, 'settings'>, address: string): Promise<void> {
  const url = new URL(address);
  try {
    const resolve = lookupFor(context, url);
    if (!resolve || isIP(hostOf(url))) return;
    await new Promise<void>((resolvePromise, reject) => {
      resolve(hostOf(url), { all: true }, (error) => (error ? reject(error) : resolvePromise()));
    });
  } catch (error) {
    const isPrivate = error instanceof ForbiddenTarget;
    throw invalid(
      'url',
      isPrivate
        ? 'must be a public address, unless DROVER_WEBHOOK_PRIVATE is set to allow'
        : 'must have a host name that can be resolved',
    );
  }
}
