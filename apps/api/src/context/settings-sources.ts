import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SETTING_NAMES } from './settings';

type Variables = NodeJS.ProcessEnv;

/** Variables of the other programs, which are often set on the same machine. */
const otherPrograms = /^DROVER_(URL|TOKEN|CONTEXT|DEBUG|ENROLMENT_KEY|AGENT_|ISOLATION|PRELUDE|RUN_ID|TEST_)/;

/** Variables that Kubernetes sets for a service named "drover". */
const serviceLinks = /^DROVER_(SERVICE_|PORT)/;

/**
 * Returns the variables of a settings file and of the environment, which wins. `NAME_FILE` names a file that contains the
 * value of the setting `NAME`, such as a Docker or Kubernetes secret.
 */
export function readSources(environment: Variables, configFile?: string): Variables {
  const variables = { ...(configFile ? readConfigFile(configFile) : {}), ...withoutEmpty(environment) };
  for (const name of SETTING_NAMES) {
    const file = variables[`${name}_FILE`];
    if (!file || isSetting(`${name}_FILE`)) continue;
    if (variables[name]) throw new Error(`${name} and ${name}_FILE are both set. Set one of them.`);
    variables[name] = readValue(`${name}_FILE`, file);
  }
  return variables;
}

/** Returns a sentence for each variable that looks like a misspelt setting. */
export function findMisspelt(environment: Variables): string[] {
  return Object.keys(environment)
    .filter((name) => !isKnown(name) && looksLikeSetting(name))
    .map((name) => `${name} is not a setting and is ignored. docs/settings.md lists the settings.`);
}

function readConfigFile(path: string): Variables {
  const variables = withoutEmpty(parseEnv(readValue('--config', path)));
  const unknown = Object.keys(variables).filter((name) => !isKnown(name));
  if (unknown.length > 0) {
    throw new Error(`${path} contains unknown settings: ${unknown.join(', ')}. docs/settings.md lists them.`);
  }
  return variables;
}

function readValue(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name}: cannot read ${path} (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

const withoutEmpty = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));

const isSetting = (name: string) => SETTING_NAMES.includes(name);

const isKnown = (name: string) => isSetting(name) || isSetting(name.replace(/_FILE$/, ''));

/** A prefix of ours, or the letters of a setting with other separators or with letters swapped. */
function looksLikeSetting(name: string): boolean {
  if (otherPrograms.test(name) || serviceLinks.test(name)) return false;
  return /^DROVER_/.test(name) || SETTING_NAMES.some((setting) => sortLetters(setting) === sortLetters(name));
}

const sortLetters = (name: string) => [...name.toUpperCase().replace(/[^A-Z]/g, '')].sort().join('');
