import { MESSAGE_CLIENT_VERSION } from './limits';

/**
 * Whether the app of a device takes messages. Numbers compare as numbers, missing ones are 0, and what follows them,
 * as in 1.2.2-beta, is passed over. A version that cannot be read is too old.
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
