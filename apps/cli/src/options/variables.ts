import type { Command } from 'commander';
import { CliError } from '../errors/cli-error';
import { readLocalFile } from '../input/local-files';
import { collect } from './option-values';

/** Options that set the variables of a run. */
export interface VariableOptions {
  vars?: string[];
  varsFile?: string;
  secret?: string[];
}

export function addVariableOptions(command: Command): Command {
  return command
    .option(
      '--vars <name=value>',
      'Set a variable; name:=value parses the value as JSON (repeatable)',
      collect,
    )
    .option('--vars-file <file>', 'Read variables from a JSON file; --vars takes precedence')
    .option('--secret <name=SECRET>', 'Set a variable to the value of a secret (repeatable)', collect);
}

/** Reads all variables of a run. Returns undefined if there are none. */
export function readVariables({
  vars = [],
  varsFile,
  secret = [],
}: VariableOptions): Record<string, unknown> | undefined {
  const fromFile = varsFile === undefined ? {} : readVariablesFile(varsFile);
  const all = {
    ...fromFile,
    ...Object.fromEntries([...vars.map(parseVariable), ...secret.map(parseSecretReference)]),
  };
  return Object.keys(all).length > 0 ? all : undefined;
}

/** Parses `city=大理` as a text and `rounds:=3` as JSON. */
function parseVariable(text: string): [string, unknown] {
  const [, name, operator, value] = /^([^=:]+|[^=]+?)(:?=)(.*)$/s.exec(text) ?? [];
  if (!name)
    throw new CliError(
      'usage',
      `Invalid --vars ${text}. Use name=value such as city=Paris, or name:=JSON such as rounds:=3.`,
    );
  if (operator === '=') return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch {
    throw new CliError(
      'usage',
      `Invalid --vars ${text}. The value after := must be JSON. For a text, use ${name}=${value}.`,
    );
  }
}

/** Parses `password=DB_PASSWORD` as a reference to the secret. */
function parseSecretReference(text: string): [string, unknown] {
  const [, name, secret] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (!name)
    throw new CliError('usage', `Invalid --secret ${text}. Use name=SECRET such as password=DB_PASSWORD.`);
  return [name, { $secret: secret }];
}

function readVariablesFile(path: string): object {
  const message = `--vars-file ${path} must contain a JSON object, such as {"city": "Paris"}.`;
  let value: unknown;
  try {
    value = JSON.parse(readLocalFile(path));
  } catch (error) {
    throw error instanceof CliError ? error : new CliError('usage', message);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CliError('usage', message);
  return value;
}
