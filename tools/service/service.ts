import { freePort } from '@drover/test-services';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import type { Children } from './children';

/** A running server and its first account. */
export interface Service {
  process: ChildProcess;
  url: string;
  email: string;
  password: string;
  token: string;
  /** Starts it again on the same port and data folder, after it has ended. */
  restart(): void;
}

/** Timeout of a readiness probe. */
const probeMs = 1000;

/** Settings of the caller's environment that must not reach the server. */
const foreign = ['DATABASE_URL', 'NATS_URL', 'PUBLIC_URL', 'RATE_LIMIT', 'DROVER_SIGN_UP', 'DROVER_REVIEW'];

interface Start {
  children: Children;
  /** The parent of the data folder. */
  folder: string;
  /** More settings. */
  settings?: NodeJS.ProcessEnv;
}

/** Starts a server with a first account, on its embedded database unless the settings name another. */
export async function startService({ children, folder, settings }: Start): Promise<Service> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const email = 'demo@example.org';
  const password = randomBytes(8).toString('hex');
  const token = `hmp_${randomBytes(32).toString('hex')}`;
  const env = {
    ...Object.fromEntries(foreign.map((name) => [name, ''])),
    ...{ DATA_DIR: join(folder, 'service'), HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn' },
    ...{ DROVER_ADMIN_EMAIL: email, DROVER_ADMIN_PASSWORD: password, DROVER_ADMIN_TOKEN: token },
    ...settings,
  };
  const start = () => children.start('the server', 'api', { env }).process;
  const service: Service = { process: start(), url, email, password, token, restart };
  function restart(): void {
    service.process = start();
  }
  return service;
}

/** Waits until the server is ready. */
export async function untilReady({ url }: Pick<Service, 'url'>, signal: AbortSignal): Promise<void> {
  while (!(await isReady(url))) await delay(100, undefined, { signal });
}

/** A starting server may not answer, so the probe has a timeout. */
async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(probeMs) })).ok;
  } catch {
    return false;
  }
}

interface AgentStart {
  children: Children;
  /** The parent of the data folder. */
  folder: string;
  url: string;
  /** An enrolment key. */
  key: string;
  /** The name of the device. */
  name: string;
}

/** Starts an agent. */
export function startAgent({ children, folder, url, key, name }: AgentStart): void {
  const args = ['--server', url, '--key', key, '--name', name, '--data', join(folder, `agent-${name}`)];
  children.start(`the agent of ${name}`, 'agent', { args });
}
