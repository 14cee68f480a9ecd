import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { findProgram, type PrivateServer, startPrivateServer, type TestServer } from './private-server';

const localUrl = 'postgresql://postgres@127.0.0.1:5432/postgres';

/** The folder of the server programs on Debian, which are not on the PATH. */
const debianRoot = '/usr/lib/postgresql';

/** Returns the server at the given URL, else the one on this machine, else a private one. Undefined if PostgreSQL is not installed. */
export async function findPostgresServer(namedUrl?: string): Promise<TestServer | undefined> {
  const close = async () => {};
  if (namedUrl) return { url: namedUrl, description: 'PostgreSQL at TEST_POSTGRES_URL', close };
  if (await canConnect(localUrl))
    return { url: localUrl, description: 'PostgreSQL on 127.0.0.1:5432', close };
  return findInitdbProgram() ? startPostgres() : undefined;
}

/** Whether a private server can be started. */
export const isPostgresInstalled = () => findInitdbProgram() !== undefined;

/** Starts a private server that listens on a Unix socket only. It does not run as root, so root starts it as user `postgres`. */
export async function startPostgres(): Promise<PrivateServer> {
  const initdb = findInitdbProgram();
  if (!initdb) throw new Error('PostgreSQL is not installed: there is no initdb on the PATH.');
  const directory = mkdtempSync(join(tmpdir(), 'drover-postgres-'));
  const user = userInfo().uid === 0 ? { uid: getPostgresId('-u'), gid: getPostgresId('-g') } : {};
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);

  const data = join(directory, 'data');
  const spawnOptions = { ...user, cwd: directory, stdio: 'ignore' } as const;
  execFileSync(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], spawnOptions);
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`;
  return startPrivateServer({
    url,
    description: `a private PostgreSQL started from ${dirname(initdb)}`,
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

function findInitdbProgram(): string | undefined {
  const installed = existsSync(debianRoot) ? readdirSync(debianRoot).sort().reverse() : [];
  return findProgram('initdb', ...installed.map((version) => join(debianRoot, version, 'bin')));
}

function getPostgresId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
