import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { parse } from 'ipaddr.js';
import { invalid } from '../http/api-error';
import type { Service } from '../service';

/** Public by its number, and yet the way into a machine's own cloud: the agent of Azure. */
const inward = ['168.63.129.16'];

/** An address that requests are not sent to. */
export class ForbiddenTarget extends Error {}

/** Whether an address is anybody's on the Internet: unicast and global, in whatever way it is written. */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast' && !inward.includes(parsed.toString());
  // What is given out to be global unicast, 2000::/3; ranges within it that are not have names of their own.
  return parsed.range() === 'unicast' && (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** How names are resolved; the system's way unless a spec brings its own. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves names for a connection, and refuses where any of the addresses is not public: what is checked is what is
 * connected to, whatever the name resolved to before.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const refusal = error ?? refusalOf(hostname, addresses);
      if (refusal) return callback(refusal, []);
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

function refusalOf(hostname: string, addresses: LookupAddress[]): ForbiddenTarget | undefined {
  if (addresses.length > 0 && addresses.every(({ address }) => isPublic(address))) return undefined;
  return new ForbiddenTarget(`${hostname} is not a public address`);
}

/** Name or address of the host in a URL, as a connection takes it. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** How a connection to this URL resolves names; throws where its host is an address that is not public. */
export function lookupFor({ settings }: Pick<Service, 'settings'>, url: URL): LookupFunction | undefined {
  if (settings.DROVER_WEBHOOK_PRIVATE === 'allow') return undefined;
  const host = hostOf(url);
  if (isIP(host) && !isPublic(host)) throw new ForbiddenTarget(`${host} is not a public address`);
  return publicLookup();
}

/** Refuses an address that a request to would be refused now. Another check is made at each connection. */
export async function checkTarget(service: Pick<Service, 'settings'>, address: string): Promise<void> {
  const url = new URL(address);
  try {
    const resolve = lookupFor(service, url);
    if (!resolve || isIP(hostOf(url))) return;
    await new Promise<void>((done, fail) => {
      resolve(hostOf(url), { all: true }, (error) => (error ? fail(error) : done()));
    });
  } catch (error) {
    const isPrivate = error instanceof ForbiddenTarget;
    throw invalid(
      'url',
      isPrivate
        ? 'must be a public address; the service may be set to allow others'
        : 'must name a host that can be found',
    );
  }
}
