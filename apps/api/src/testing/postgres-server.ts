import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';

/** How long a private server may take to accept connections. */
const startTimeoutMs = 20_000;

const localUrl = 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Where Debian keeps the server's programs, which it does not put on the PATH. */
const debianRoot = '/usr/lib/postgresql';

export interface PostgresServer {
  url: string;
  description: string;
  close: () => Promise<void>;
}

/** The server that is named, or the one of this machine, or one of our own; undefined where there is none. */
export async function findPostgresServer(namedUrl?: string): Promise<PostgresServer | undefined> {
  const close = async () => {};
  if (namedUrl) return { url: namedUrl, description: 'the PostgreSQL of TEST_POSTGRES_URL', close };
  if (await canConnect(localUrl))
    return { url: localUrl, description: 'PostgreSQL on 127.0.0.1:5432', close };

  const programs = findPrograms();
  return programs ? startServer(programs) : undefined;
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

function findPrograms(): string | undefined {
  const installed = existsSync(debianRoot) ? readdirSync(debianRoot).sort().reverse() : [];
  const directories = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...installed.map((version) => join(debianRoot, version, 'bin')),
  ];
  return directories.find((directory) => existsSync(join(directory, 'initdb')));
}

/** A server on a local socket alone. PostgreSQL refuses to run as root, so root lends it another user. */
async function startServer(programs: string): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), 'drover-postgres-'));
  const user = userInfo().uid === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);

  const data = join(directory, 'data');
  const options = { ...user, cwd: directory, stdio: 'ignore' } as const;
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], options);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', directory, '-h', '', '-F'], options);
  const exited = once(server, 'exit');

  const close = async () => {
    server.kill('SIGINT');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`;
  const deadline = Date.now() + startTimeoutMs;
  while (!(await canConnect(url))) {
    if (Date.now() < deadline && server.exitCode === null) continue;
    await close();
    throw new Error(`PostgreSQL of ${programs} did not start within ${startTimeoutMs} ms.`);
  }
  return { url, description: `a private PostgreSQL of ${programs}`, close };
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
