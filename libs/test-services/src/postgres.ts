import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { findProgram, startPrivateServer, type FoundServer, type PrivateServer } from './private-server';

const localUrl = 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Where Debian keeps the server's programs, which it does not put on the PATH. */
const debianRoot = '/usr/lib/postgresql';

/** The server that is named, or the one of this machine, or one of our own; undefined where there is none. */
export async function findPostgresServer(namedUrl?: string): Promise<FoundServer | undefined> {
  const close = async () => {};
  if (namedUrl) return { url: namedUrl, description: 'the PostgreSQL of TEST_POSTGRES_URL', close };
  if (await canConnect(localUrl))
    return { url: localUrl, description: 'PostgreSQL on 127.0.0.1:5432', close };
  return findInitdb() ? startPostgres() : undefined;
}

/** Whether there is a program to start one with. */
export const isPostgresInstalled = () => findInitdb() !== undefined;

/** A server on a local socket alone. PostgreSQL refuses to run as root, so root lends it another user. */
export async function startPostgres(): Promise<PrivateServer> {
  const initdb = findInitdb();
  if (!initdb) throw new Error('PostgreSQL is not installed: there is no initdb on the PATH.');
  const directory = mkdtempSync(join(tmpdir(), 'drover-postgres-'));
  const user = userInfo().uid === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);

  const data = join(directory, 'data');
  const spawnOptions = { ...user, cwd: directory, stdio: 'ignore' } as const;
  execFileSync(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], spawnOptions);
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`;
  return startPrivateServer({
    url,
    description: `a private PostgreSQL of ${dirname(initdb)}`,
    directory,
    command: [join(dirname(initdb), 'postgres'), '-D', data, '-k', directory, '-h', '', '-F'],
    spawnOptions,
    isReady: () => canConnect(url),
  });
}

async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function findInitdb(): string | undefined {
  const installed = existsSync(debianRoot) ? readdirSync(debianRoot).sort().reverse() : [];
  return findProgram('initdb', ...installed.map((version) => join(debianRoot, version, 'bin')));
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
