import { Drover } from '@drover/sdk';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Failure } from './failures';

/** Where a service listens unless it is told otherwise. */
const defaultUrl = 'http://127.0.0.1:3000';

/** A service, and the access token for it. */
export interface Account {
  url: string;
  token?: string;
}

/** The folder of configuration, after the XDG base directory specification. */
export function configFolder(env = process.env): string {
  const { XDG_CONFIG_HOME: base = '', APPDATA: roaming } = env;
  if (isAbsolute(base)) return join(base, 'drover');
  return join(process.platform === 'win32' && roaming ? roaming : join(homedir(), '.config'), 'drover');
}

const accountFile = () => join(configFolder(), 'config.json');

/** The service to talk to: DROVER_URL and DROVER_TOKEN, else what `drover login` kept. */
export function readAccount(env = process.env): Account {
  const kept = readJson<Partial<Account>>(accountFile()) ?? {};
  const url = serverAddress(env.DROVER_URL || kept.url || defaultUrl);
  // A token is for the service that it was made by: it is never shown to another one.
  const keptToken = url === kept.url ? kept.token : undefined;
  return { url, token: env.DROVER_TOKEN || keptToken };
}

/** Keeps a service and its token, for the owner's eyes alone. */
export function saveAccount(account: Account): string {
  writeJson(accountFile(), account);
  return accountFile();
}

export function forgetAccount(): void {
  rmSync(accountFile(), { force: true });
}

/** The service that the caller is signed in to, and the access token for it. */
export function signedInAccount(): Account {
  const account = readAccount();
  if (account.token) return account;
  throw new Failure('unauthorized', `Not signed in to ${account.url}.`, [
    'Sign in with `drover login`, or set DROVER_URL and DROVER_TOKEN.',
  ]);
}

/** A client of that service. */
export function connect(): Drover {
  const { url: baseUrl, token } = signedInAccount();
  return new Drover({ baseUrl, token });
}

/** The address of a service without a slash at its end. */
export function serverAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Failure('usage', `'${text}' is not the address of a service: write it like ${defaultUrl}`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** A file of the configuration; nothing where there is none. */
export function readJson<T>(path: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Failure('usage', `${path} is not valid JSON. Repair it, or delete it and sign in again.`);
  }
}

/** Replaces a file of the configuration as a whole. */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
