import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { CliError } from '../errors/cli-error';

/** Returns the configuration folder, as the XDG Base Directory Specification defines it. */
export function getConfigFolder(env = process.env): string {
  const { XDG_CONFIG_HOME: base = '', APPDATA: roaming } = env;
  if (isAbsolute(base)) return join(base, 'drover');
  return join(process.platform === 'win32' && roaming ? roaming : join(homedir(), '.config'), 'drover');
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

/** Replaces a configuration file atomically. Only its owner can read it. */
export function writeConfigFile(path: string, value: unknown): void {
  mkdirSync(getConfigFolder(), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
