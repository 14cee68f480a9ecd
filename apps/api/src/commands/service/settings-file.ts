import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { SystemUser } from '@drover/service-manager';
import { SETTING_NAMES } from '../../context/settings';

/** Settings that are paths. The service has another working directory than the one who installs it. */
const isPath = (name: string) => /_FILE$|^DATA_DIR$|^AGENT_(FILES|EXECUTABLES)$/.test(name);

/** Returns the settings of an environment, those in files included. Resolves paths. */
export function findSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const names = SETTING_NAMES.flatMap((name) => [name, `${name}_FILE`]).filter((name) => name !== 'TZ');
  const entries = names.flatMap((name) => {
    const value = environment[name];
    return value ? [[name, isPath(name) ? resolve(value) : value]] : [];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Returns the text of a settings file with other values for some settings. Keeps comments and the other settings. */
export function changeSettings(text: string, values: Record<string, string>): string {
  const current = parseEnv(text);
  const changed = Object.entries(values).filter(([name, value]) => current[name] !== value);
  if (changed.length === 0) return text;
  const names = changed.map(([name]) => name);
  const kept = text.split('\n').filter((line) => !names.includes(/^\s*(\w+)\s*=/.exec(line)?.[1] ?? ''));
  const lines = changed.map(([name, value]) => `${name}=${quote(name, value)}`);
  return [...kept.join('\n').trimEnd().split('\n'), ...lines, ''].join('\n');
}

function quote(name: string, value: string): string {
  const mark = ["'", '"', '`'].find((candidate) => !value.includes(candidate));
  if (!mark || value.includes('\n')) {
    throw new Error(`${name} cannot be written to a settings file. Set ${name}_FILE instead.`);
  }
  return `${mark}${value}${mark}`;
}

export function readSettingsFile(path: string): string {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
    : '# Settings of the Drover server, one NAME=value per line. docs/settings.md lists them.\n';
}

/** Writes the file so that only root and the user of the service can read it: it may contain secrets. */
export function writeSettingsFile(path: string, text: string, user: SystemUser | undefined): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, user ? 0o640 : 0o600);
  if (user) chownSync(path, 0, user.gid);
}
