import { Drover } from '@drover/sdk';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { CliError } from '../errors/cli-error';

/** The address that a server listens on by default. */
const defaultUrl = 'http://127.0.0.1:3000';

/** The address of a server, and an access token for it. */
export interface Account {
  url: string;
  token?: string;
}

/** Returns the configuration folder, as the XDG Base Directory Specification defines it. */
export function getConfigFolder(env = process.env): string {
  const { XDG_CONFIG_HOME: base = '', APPDATA: roaming } = env;
  if (isAbsolute(base)) return join(base, 'drover');
  return join(process.platform === 'win32' && roaming ? roaming : join(homedir(), '.config'), 'drover');
}

const getAccountPath = () => join(getConfigFolder(), 'config.json');

/** Reads the account from DROVER_URL and DROVER_TOKEN, or from the file that `drover login` saved. */
export function readAccount(env = process.env): Account {
  const saved = readConfigFile<Partial<Account>>(getAccountPath()) ?? {};
  const url = parseServerUrl(env.DROVER_URL || saved.url || defaultUrl);
  // A token is valid on the server that created it. It is never sent to another one.
  const savedToken = url === saved.url ? saved.token : undefined;
  return { url, token: env.DROVER_TOKEN || savedToken };
}

/** Saves the account in a file that only its owner can read. Returns the path of the file. */
export function saveAccount(account: Account): string {
  writeConfigFile(getAccountPath(), account);
  return getAccountPath();
}

export function deleteAccount(): void {
  rmSync(getAccountPath(), { force: true });
}

/** Returns the account that the user is signed in to. Throws if there is no access token. */
export function requireAccount(): Account {
  const account = readAccount();
  if (account.token) return account;
  throw new CliError('unauthorized', `Not signed in to ${account.url}.`, [
    'Sign in with `drover login`, or set DROVER_URL and DROVER_TOKEN.',
  ]);
}

/** Creates a client for the account that the user is signed in to. */
export function createClient(): Drover {
  const { url: baseUrl, token } = requireAccount();
  return new Drover({ baseUrl, token });
}

/** Validates the address of a server and removes trailing slashes. */
export function parseServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CliError('usage', `'${text}' is not a server address. Use a URL such as ${defaultUrl}.`);
  }
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** Reads a configuration file. Returns undefined if it does not exist. */
export function readConfigFile<T>(path: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new CliError('usage', `${path} is not valid JSON. Repair it, or delete it and sign in again.`);
  }
}

/** Replaces a configuration file atomically. */
export function writeConfigFile(path: string, value: unknown): void {
  mkdirSync(getConfigFolder(), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
