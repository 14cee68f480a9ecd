/** Node's error codes in words. */
const causes: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'name server unreachable',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_SOCKET: 'connection closed',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
};

interface Failure {
  message?: string;
  code?: string;
  cause?: unknown;
}

/** Describes why a connection failed, in words if the code is known. */
export function describeCause(error: unknown): string {
  const chain = chainOf(error);
  const known = chain.map(({ code }) => causes[code ?? '']).find((text) => text !== undefined);
  return known ?? chain.at(-1)?.message ?? 'connection failed';
}

/** Returns an error and its causes, the innermost last. */
function chainOf(error: unknown): Failure[] {
  if (typeof error !== 'object' || error === null) return [];
  return [error, ...chainOf((error as Failure).cause)];
}
