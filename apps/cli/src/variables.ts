import type { Command } from 'commander';
import { Failure } from './failures';
import { readLocalFile } from './local-files';
import { collect } from './option-values';

/** The variables of a run as the command line gives them. */
export interface VariableOptions {
  vars?: string[];
  varsFile?: string;
  secret?: string[];
}

export function addVariableOptions(command: Command): Command {
  return command
    .option('--vars <name=value>', 'a variable; name:=value reads the value as JSON (repeatable)', collect)
    .option('--vars-file <file>', 'a JSON file with an object of variables; --vars goes over it')
    .option('--secret <name=SECRET>', 'a variable with the value of a secret (repeatable)', collect);
}

/** All variables of a run; none where none were given. */
export function readVariables({
  vars = [],
  varsFile,
  secret = [],
}: VariableOptions): Record<string, unknown> | undefined {
  const fromFile = varsFile === undefined ? {} : readVariablesFile(varsFile);
  const all = { ...fromFile, ...Object.fromEntries([...vars.map(readVariable), ...secret.map(readSecret)]) };
  return Object.keys(all).length > 0 ? all : undefined;
}

/** `city=大理` is a text, `rounds:=3` any JSON value. */
function readVariable(text: string): [string, unknown] {
  const [, name, operator, value] = /^([^=:]+|[^=]+?)(:?=)(.*)$/s.exec(text) ?? [];
  if (!name)
    throw new Failure('usage', `--vars ${text}: write it like city=Paris, or rounds:=3 for a number.`);
  if (operator === '=') return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch {
    throw new Failure(
      'usage',
      `--vars ${text}: what stands after := must be JSON. For a text, write ${name}=${value}`,
    );
  }
}

/** `password=DB_PASSWORD`: the variable refers to the secret. */
function readSecret(text: string): [string, unknown] {
  const [, name, secret] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (!name) throw new Failure('usage', `--secret ${text}: write it like password=DB_PASSWORD.`);
  return [name, { $secret: secret }];
}

function readVariablesFile(path: string): object {
  const wrong = `--vars-file ${path} must contain a JSON object, such as {"city": "Paris"}.`;
  let value: unknown;
  try {
    value = JSON.parse(readLocalFile(path));
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('usage', wrong);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Failure('usage', wrong);
  return value;
}
