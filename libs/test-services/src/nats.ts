import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isListening } from './ports';
import { findProgram, type PrivateServer, startPrivateServer, type TestServer } from './private-server';

/** Returns the server at the given URL, else the one on this machine, else a private one. Undefined if NATS is not installed. */
export async function findNatsServer(namedUrl?: string): Promise<TestServer | undefined> {
  const close = async () => {};
  if (namedUrl) return { url: namedUrl, description: 'NATS at TEST_NATS_URL', close };
  if (await isListening(4222))
    return { url: 'nats://127.0.0.1:4222', description: 'NATS on 127.0.0.1:4222', close };
  return findNatsProgram() ? startNats() : undefined;
}

/** Whether a private server can be started. */
export const isNatsInstalled = () => findNatsProgram() !== undefined;

/** Starts a private server. `options` are more arguments of its command line. */
export async function startNats(options: string[] = []): Promise<PrivateServer> {
  const program = findNatsProgram();
  if (!program) throw new Error('NATS is not installed: there is no nats-server on the PATH.');
  const port = await freePort();
  return startPrivateServer({
    url: `nats://127.0.0.1:${port}`,
    description: `a private NATS started with ${program}`,
    directory: mkdtempSync(join(tmpdir(), 'drover-nats-')),
    command: [program, '-a', '127.0.0.1', '-p', String(port), ...options],
    isReady: () => isListening(port),
  });
}

function findNatsProgram(): string | undefined {
  return findProgram('nats-server', '/usr/sbin', '/usr/local/bin');
}
