/** Where a repository is. */
export interface RemoteUrl {
  protocol: 'http' | 'https' | 'ssh';
  /** Without the brackets of IPv6 addresses. */
  host: string;
  port: number;
  user: string;
  /** The URL for git. It has no user name if the protocol is HTTP. */
  url: string;
}

const ports = { http: 80, https: 443, ssh: 22 };

/** Parses a URL that the contract has accepted: a URL, or the form `user@host:path`. */
export function parseRemoteUrl(text: string): RemoteUrl {
  const scp = /^([\w.-]+)@([^:/]+):/.exec(text);
  if (scp) return { protocol: 'ssh', host: scp[2], port: ports.ssh, user: scp[1], url: text };
  const url = new URL(text);
  const protocol = url.protocol.slice(0, -1) as RemoteUrl['protocol'];
  const user = url.username || 'git';
  if (protocol === 'ssh') url.username = user;
  else url.username = '';
  return {
    protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || ports[protocol],
    user,
    url: url.href,
  };
}
