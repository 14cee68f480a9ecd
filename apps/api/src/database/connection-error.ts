/** What went wrong, by the codes of Node and of PostgreSQL. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host',
  ENOENT: 'no such socket',
  ETIMEDOUT: 'no answer',
  '28P01': 'wrong user or password',
  '28000': 'the user may not connect',
  '3D000': 'no such database',
  '42501': 'the user lacks a privilege',
  '53300': 'too many connections',
};

/** The host and port of a connection URL, which itself holds a password and is never shown. */
export function nameServer(databaseUrl: string): string {
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
