import type { CreatedEnrolmentKey } from '@drover/sdk';

/** Returns the addresses that a phone may use: those that the server knows, and this page's own. */
export function getReachableAddresses(known: string[], own: string): string[] {
  const all = [...new Set([...known, own])];
  const others = all.filter((address) => !isLoopback(address));
  return others.length > 0 ? others : all.slice(0, 1);
}

/** Returns the addresses for other computers, the likeliest first: the public URL alone if others can reach it. */
export function getServerAddresses(
  { url, addresses }: Pick<CreatedEnrolmentKey, 'url' | 'addresses'>,
  own: string,
): string[] {
  const publicUrl = url.replace(/\/enrol\/[^/]*$/, '');
  if (!isLoopback(publicUrl)) return [publicUrl];
  const others = [own, ...addresses].filter((address) => !isLoopback(address));
  return others.length > 0 ? [...new Set(others)] : [publicUrl];
}

/** Returns whether an address is a loopback address, which every machine resolves to itself. */
export function isLoopback(address: string): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);
}

/** Builds the content of the QR code for AutoX, which only accepts addresses with a port. */
export function buildScanUrl(address: string, key: string): string {
  const { protocol, hostname, port } = new URL(address);
  const [scheme, usualPort] = protocol === 'https:' ? ['wss', '443'] : ['ws', '80'];
  return `${scheme}://${hostname}:${port || usualPort}/autox/${key}`;
}

/** Builds the script that downloads and starts the agent. */
export function buildInstallScript(address: string, key: string): string {
  return `engines.execScript("drover-agent", http.get("${address}/autox/${key}/agent.js").body.string());`;
}
