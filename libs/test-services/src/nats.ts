import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isListening } from './ports';
import { findProgram, startPrivateServer, type FoundServer, type PrivateServer } from './private-server';

/** The server that is named, or the one of this machine, or one of our own; undefined where there is none. */
export async function findNatsServer(namedUrl?: string): Promise<FoundServer | undefined> {
  const close = async () => {};
  if (namedUrl) return { url: namedUrl, description: 'the NATS of TEST_NATS_URL', close };
  if (await isListening(4222))
    return { url: 'nats://127.0.0.1:4222', description: 'NATS on 127.0.0.1:4222', close };
  return findNats() ? startNats() : undefined;
}

/** Whether there is a program to start one with. */
export const isNatsInstalled = () => findNats() !== undefined;

export async function startNats(): Promise<PrivateServer> {
  const program = findNats();
  if (!program) throw new Error('NATS is not installed: there is no nats-server on the PATH.');
  const port = await freePort();
  return startPrivateServer({
    url: `nats://127.0.0.1:${port}`,
    description: `a private NATS of ${program}`,
    directory: mkdtempSync(join(tmpdir(), 'drover-nats-')),
    command: [program, '-a', '127.0.0.1', '-p', String(port)],
    isReady: () => isListening(port),
  });
}

function findNats(): string | undefined {
  return findProgram('nats-server', '/usr/sbin', '/usr/local/bin');
}
