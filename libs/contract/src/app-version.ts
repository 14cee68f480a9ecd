import { version } from '../package.json';
import { MESSAGE_CLIENT_VERSION } from './limits';

/**
 * Whether the app of a device supports messages. Compares numbers as numbers, reads missing ones as 0, and ignores a
 * suffix, as in 1.2.2-beta. A version that cannot be parsed is too old.
 */
export function takesMessages(appVersion: string): boolean {
  return !isOlder(appVersion, MESSAGE_CLIENT_VERSION);
}

/** Version of the release, which agents for computers report. A device with an older one is outdated. */
export const AGENT_VERSION: string = version;

/**
 * Whether a device runs an agent of an earlier release. Phones get their agent from the server, so theirs is not, and
 * their version is that of an app.
 */
export function isOutdated({ appVersion, platform }: { appVersion: string; platform: string }): boolean {
  return !platform.startsWith('android') && isOlder(appVersion, AGENT_VERSION);
}

function isOlder(version: string, than: string): boolean {
  const [actual, current] = [numbersOf(version), numbersOf(than)];
  const first = current.findIndex((number, index) => actual[index] !== number);
  return first >= 0 && !(actual[first] > current[first]);
}

function numbersOf(version: string): number[] {
  const numbers = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/i.exec(version.trim());
  return numbers ? numbers.slice(1).map((number) => Number(number ?? 0)) : [-1];
}
