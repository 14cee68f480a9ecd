import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Children } from './children';

/** A running service, and who may use it. */
export interface Service {
  url: string;
  email: string;
  password: string;
  token: string;
}

/** One look at whether the service is ready takes this long at most. */
const probeMs = 1000;

/** Settings of the caller's environment that would make it another service than the demo's. */
const foreign = ['DATABASE_URL', 'NATS_URL', 'PUBLIC_URL', 'RATE_LIMIT', 'DROVER_SIGN_UP', 'DROVER_REVIEW'];

/** Starts the service on its embedded database in the folder, with a first account. */
export async function startService(children: Children, folder: string): Promise<Service> {
  const port = await freePort();
  const service: Service = {
    url: `http://127.0.0.1:${port}`,
    email: 'demo@example.org',
    password: randomBytes(8).toString('hex'),
    token: `hmp_${randomBytes(32).toString('hex')}`,
  };
  children.start('the service', 'api', {
    env: {
      ...process.env,
      ...Object.fromEntries(foreign.map((name) => [name, ''])),
      DATA_DIR: join(folder, 'service'),
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      DROVER_ADMIN_EMAIL: service.email,
      DROVER_ADMIN_PASSWORD: service.password,
      DROVER_ADMIN_TOKEN: service.token,
    },
  });
  return service;
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

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
