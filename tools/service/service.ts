import { freePort } from '@drover/test-services';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import type { Children } from './children';

/** A running service, and who may use it. */
export interface Service {
  process: ChildProcess;
  url: string;
  email: string;
  password: string;
  token: string;
}

/** One look at whether the service is ready takes this long at most. */
const probeMs = 1000;

/** Settings of the caller's environment that would make it another service. */
const foreign = ['DATABASE_URL', 'NATS_URL', 'PUBLIC_URL', 'RATE_LIMIT', 'DROVER_SIGN_UP', 'DROVER_REVIEW'];

interface Start {
  children: Children;
  /** Where the service keeps its data. */
  folder: string;
  /** Further settings. */
  settings?: NodeJS.ProcessEnv;
}

/** Starts the service, on its embedded database unless the settings name another, with a first account. */
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
  const { process } = children.start('the service', 'api', { env });
  return { process, url, email, password, token };
}

/** Waits until the service can work. */
export async function untilReady({ url }: Pick<Service, 'url'>, signal: AbortSignal): Promise<void> {
  while (!(await isReady(url))) await delay(100, undefined, { signal });
}

/** A service that is starting may leave a request without an answer. */
async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(probeMs) })).ok;
  } catch {
    return false;
  }
}

interface AgentStart {
  children: Children;
  /** Where the agent keeps its data. */
  folder: string;
  url: string;
  /** Lets the device in. */
  key: string;
  /** Of the device. */
  name: string;
}

/** Starts an agent. */
export function startAgent({ children, folder, url, key, name }: AgentStart): void {
  const args = ['--server', url, '--key', key, '--name', name, '--data', join(folder, `agent-${name}`)];
  children.start(`the agent of ${name}`, 'agent', { args });
}
