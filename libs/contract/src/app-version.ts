import { MESSAGE_CLIENT_VERSION } from './limits';

/**
 * Whether the app of a device supports messages. Compares numbers as numbers, reads missing ones as 0, and ignores a
 * suffix, as in 1.2.2-beta. A version that cannot be parsed is too old.
 */
export function takesMessages(appVersion: string): boolean {
  const [actual, least] = [numbersOf(appVersion), numbersOf(MESSAGE_CLIENT_VERSION)];
  const first = least.findIndex((number, index) => actual[index] !== number);
  return first < 0 || actual[first] > least[first];
}

function numbersOf(version: string): number[] {
  const numbers = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/i.exec(version.trim());
  return numbers ? numbers.slice(1).map((number) => Number(number ?? 0)) : [-1];
}
