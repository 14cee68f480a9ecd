import { version } from '../package.json';
import { MESSAGE_CLIENT_VERSION } from './limits';

/**
 * Whether the app of a device supports messages. Compares numbers as numbers, reads missing ones as 0, and ignores a
 * suffix, as in 1.2.2-beta. A version that cannot be parsed is too old.
 */
export function takesMessages(appVersion: string): boolean {
  return !isOlder(appVersion, MESSAGE_CLIENT_VERSION);
}

/** Version of the release, which agents report. A device with an older one is outdated. */
export const AGENT_VERSION: string = version;

interface AgentDescription {
  /** The version of the agent, on phones that of the app. */
  appVersion: string;
  platform: string;
  /** The version of a phone's agent. */
  agentVersion?: string | null;
}

/** Whether a device runs an agent of an earlier release. A phone that has no agent, or does not name it, is not outdated. */
export function isOutdated({ appVersion, platform, agentVersion }: AgentDescription): boolean {
  if (agentVersion) return isOlder(agentVersion, AGENT_VERSION);
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
