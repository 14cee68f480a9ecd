import { CliError } from '../errors/cli-error';
import type { JsonFormat } from '../output/json';

/** How a command prints JSON. */
export interface JsonOptions {
  /** Comma-separated names of fields, or all fields. */
  json?: boolean | string;
  jq?: string;
  template?: string;
}

type Filter = (value: unknown) => unknown;

/** Creates the format of `--json [fields]` with `--jq` or `--template`. Loads their libraries, so that formatting is synchronous. */
export async function createJsonFormat({ json, jq, template }: JsonOptions): Promise<JsonFormat> {
  if (jq !== undefined && template !== undefined) {
    throw new CliError('usage', 'Use either --jq or --template, not both.');
  }
  const fields = typeof json === 'string' ? json.split(',') : undefined;
  const pick = (value: unknown, isLine: boolean) => (fields ? pickFields(value, fields, isLine) : value);
  if (jq !== undefined) {
    const filter = await createJqFilter(jq);
    return (value, { isLine }) => filter(pick(value, isLine));
  }
  if (template !== undefined) {
    const render = await createTemplate(template);
    return (value, { isLine }) => render(pick(value, isLine));
  }
  return (value, { isLine }) => JSON.stringify(pick(value, isLine), null, isLine ? undefined : 2);
}

/** Reduces a record to some fields, or the records of a list. The records of a stream have different fields. */
function pickFields(value: unknown, fields: string[], isLine = false): unknown {
  if (!isRecord(value)) return value;
  const records = Array.isArray(value.items) ? value.items.filter(isRecord) : [value];
  if (!isLine && records.length > 0) assertFields(records, fields);
  const pick: Filter = (record) =>
    isRecord(record)
      ? Object.fromEntries(fields.filter((name) => name in record).map((name) => [name, record[name]]))
      : record;
  return Array.isArray(value.items) ? { ...value, items: value.items.map(pick) } : pick(value);
}

function assertFields(records: Record<string, unknown>[], fields: string[]): void {
  const known = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const unknown = fields.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new CliError('usage', `There is no field '${unknown}'.`, [`Fields: ${known.join(', ')}.`]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Prints texts without quotes, and other values as compact JSON. */
async function createJqFilter(expression: string): Promise<(value: unknown) => string> {
  const { loadJq } = await import('./jq.js');
  const jq = await loadJq();
  return (value) => {
    const { stdout, stderr, exitCode } = jq.raw(JSON.stringify(value), expression, ['-r', '-c']);
    if (exitCode === 0) return stdout;
    const [reason = ''] = stderr.trim().split('\n');
    throw new CliError('usage', `--jq ${expression}: ${reason.replace(/^jq: (error[^:]*: )?/, '')}`);
  };
}

async function createTemplate(template: string): Promise<(value: unknown) => string> {
  const { default: mustache } = await import('mustache');
  const text = template.replace(/\\([nt\\])/g, (_, letter: string) => escapes[letter]);
  try {
    mustache.parse(text);
  } catch (error) {
    throw new CliError('usage', `--template: ${(error as Error).message}.`);
  }
  return (value) => mustache.render(text, value, undefined, { escape: toText });
}

const escapes: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' };

/** Without this, Mustache escapes texts for HTML. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
