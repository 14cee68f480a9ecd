/** Reasons by error code of Node or PostgreSQL. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host',
  ENOENT: 'no such socket',
  ETIMEDOUT: 'connection timed out',
  '28P01': 'wrong user or password',
  '28000': 'the user is not allowed to connect',
  '3D000': 'no such database',
  '42501': 'the user lacks a privilege',
  '53300': 'too many connections',
};

/** Returns the host and port of a connection URL. The URL contains a password, so it is never shown. */
export function describeServer(databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (!url || !['postgresql:', 'postgres:'].includes(url.protocol)) {
    throw new Error('DATABASE_URL is not a URL such as postgresql://user:password@host:5432/database.');
  }
  return url.searchParams.get('host') ?? `${url.hostname || 'localhost'}:${url.port || 5432}`;
}

export function describeConnectionError(error: unknown, server: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = reasons[code ?? ''] ?? message;
  return new Error(`DATABASE_URL: PostgreSQL at ${server} cannot be used: ${reason}.`, { cause: error });
}
