/** The addresses to choose from: those that the service knows, and the one that this page came from. */
export function reachableAddresses(known: string[], own: string): string[] {
  const all = [...new Set([...known, own])];
  const others = all.filter((address) => !isLocal(address));
  return others.length > 0 ? others : all.slice(0, 1);
}

/** Whether an address means the machine itself, wherever it is used. */
export function isLocal(address: string): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);
}

/** What AutoX finds in the code. It takes an address with a port alone. */
export function scanText(address: string, key: string): string {
  const { protocol, hostname, port } = new URL(address);
  const [scheme, usualPort] = protocol === 'https:' ? ['wss', '443'] : ['ws', '80'];
  return `${scheme}://${hostname}:${port || usualPort}/autox/${key}`;
}

/** The script that fetches the agent and starts it. */
export function pasteLine(address: string, key: string): string {
  return `engines.execScript("drover-agent", http.get("${address}/autox/${key}/agent.js").body.string());`;
}
