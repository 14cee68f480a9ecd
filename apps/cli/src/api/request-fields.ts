import { CliError } from '../errors/cli-error';
import { readLocalFile, readStdin } from '../input/local-files';

/** A field of a request: `name=value`, `list[]=value` or `record[name]=value`. */
interface Field {
  path: string[];
  value: unknown;
}

/** Builds the fields of a request. A raw field is a text. A typed one may be a number, true, false, null or `@file`. */
export async function buildFields(raw: string[], typed: string[]): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const text of raw) assign(fields, parseField(text));
  for (const text of typed) {
    const field = parseField(text);
    assign(fields, { ...field, value: await parseValue(field.value as string) });
  }
  return fields;
}

function parseField(text: string): Field {
  const [, name, brackets = '', value] = /^([^=[\]]+)((?:\[[^=[\]]*\])*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) {
    throw new CliError('usage', `Invalid field ${text}. Use name=value, list[]=value or record[name]=value.`);
  }
  const keys = brackets === '' ? [] : brackets.slice(1, -1).split('][');
  const path = [name, ...keys];
  if (path.includes('__proto__')) throw new CliError('usage', `Invalid field ${text}.`);
  return { path, value };
}

async function parseValue(text: string): Promise<unknown> {
  if (text === '@-') return readStdin();
  if (text.startsWith('@')) return readLocalFile(text.slice(1));
  return /^(true|false|null|-?\d{1,15}(\.\d+)?)$/.test(text) ? JSON.parse(text) : text;
}

function assign(target: Record<string, unknown>, { path: [name, ...rest], value }: Field): void {
  if (rest.length === 0) {
    target[name] = value;
  } else if (rest[0] === '') {
    if (rest.length > 1) throw new CliError('usage', `${name}[] cannot be followed by another key.`);
    target[name] = [...(Array.isArray(target[name]) ? (target[name] as unknown[]) : []), value];
  } else {
    const record = typeof target[name] === 'object' && target[name] !== null ? target[name] : {};
    target[name] = record;
    assign(record as Record<string, unknown>, { path: rest, value });
  }
}
