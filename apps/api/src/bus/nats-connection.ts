import {
  connect,
  credsAuthenticator,
  nkeyAuthenticator,
  type ConnectionOptions,
  type NatsConnection,
} from '@nats-io/transport-node';
import { readFile } from 'node:fs/promises';
import type { NatsSettings } from './nats-settings';

/** Time limit for the first connection. */
const connectTimeoutMs = 5_000;

/** Connects to NATS. The error names the setting and the servers, but no password. */
export async function openNatsConnection(settings: NatsSettings, nodeId: string): Promise<NatsConnection> {
  const servers = (settings.NATS_URL ?? '').split(',').map((server) => new URL(server.trim()));
  const hosts = servers.map(({ host }) => host);
  const options: ConnectionOptions = {
    servers: hosts,
    ...(await readLogin(settings, servers[0])),
    ...(await readTls(settings, servers)),
    name: `drover ${nodeId}`,
    noEcho: true,
    timeout: connectTimeoutMs,
    // Retries forever, also after authentication errors: a starting server may refuse credentials that it accepts
    // later.
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
  };
  try {
    return await connect(options);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`NATS_URL: NATS at ${hosts.join(', ')} cannot be used: ${message}.`, { cause: error });
  }
}

/** Returns the credentials of the settings, or those in the URL of the first server. */
async function readLogin(
  settings: NatsSettings,
  { username, password }: URL,
): Promise<Partial<ConnectionOptions>> {
  const { NATS_USER: user, NATS_PASSWORD: pass, NATS_TOKEN: token } = settings;
  if (user !== undefined) return { user, pass };
  if (token !== undefined) return { token };
  if (settings.NATS_CREDS_FILE !== undefined) {
    return { authenticator: credsAuthenticator(await readSetting(settings, 'NATS_CREDS_FILE')) };
  }
  if (settings.NATS_NKEY_FILE !== undefined) {
    const seed = (await readSetting(settings, 'NATS_NKEY_FILE')).toString().trim();
    return { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) };
  }
  const name = decodeURIComponent(username);
  if (name === '') return {};
  return password === '' ? { token: name } : { user: name, pass: decodeURIComponent(password) };
}

async function readTls(settings: NatsSettings, servers: URL[]): Promise<Partial<ConnectionOptions>> {
  const text = async (name: 'NATS_TLS_CA_FILE' | 'NATS_TLS_CERT_FILE' | 'NATS_TLS_KEY_FILE') =>
    settings[name] === undefined ? undefined : (await readSetting(settings, name)).toString();
  const tls = {
    ca: await text('NATS_TLS_CA_FILE'),
    cert: await text('NATS_TLS_CERT_FILE'),
    key: await text('NATS_TLS_KEY_FILE'),
  };
  const isUsed = servers[0].protocol === 'tls:' || Object.values(tls).some((value) => value !== undefined);
  return isUsed ? { tls } : {};
}

/** Reads the file that a setting names. */
async function readSetting(settings: NatsSettings, name: keyof NatsSettings): Promise<Buffer> {
  const path = settings[name] ?? '';
  return readFile(path).catch((error: Error) => {
    throw new Error(`${name}: ${path} cannot be read: ${error.message}.`, { cause: error });
  });
}
