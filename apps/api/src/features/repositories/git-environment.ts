import { delimiter } from 'node:path';

/** Configuration of every call of git. Nothing of a repository is executed. */
const commonConfig = {
  'core.hooksPath': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.fsmonitor': 'false',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'credential.helper': '',
  'fetch.recurseSubmodules': 'false',
  // Objects stay in a pack, whose size is limited.
  'fetch.unpackLimit': '1',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'pack.threads': '1',
  'protocol.allow': 'never',
  'push.gpgSign': 'false',
  'push.recurseSubmodules': 'no',
  'transfer.bundleURI': 'false',
};

/**
 * Returns the complete environment of a git process: nothing of the server but `PATH`, and no configuration of the system
 * or the user.
 */
export function gitEnvironment(gitDir: string, config: Record<string, string> = {}): NodeJS.ProcessEnv {
  const entries = Object.entries({ ...commonConfig, ...config });
  return {
    PATH: process.env.PATH ?? ['/usr/bin', '/bin'].join(delimiter),
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
