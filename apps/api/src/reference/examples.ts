import type { Description, Endpoint, Schema } from './description';
import { nameOf } from './schemas';

const id = '65f1c0ffee65f1c0ffee65f1';

/** Bodies that their required properties alone do not describe. */
const bodies: Record<string, unknown> = {
  CreateDeviceGroup: { name: 'Shelf', devices: [id] },
  CreatePreset: { name: 'Nightly check', scriptId: id, selector: { all: true } },
  CreateJob: { scriptId: id, selector: { online: true } },
  ExecuteRequest: { code: 'console.log(1)', devices: [{ _id: id }] },
  RunRequest: { devices: [{ _id: id }], vars: { rounds: 3 } },
  Targets: { devices: [{ _id: id }] },
  StopRuns: { selector: { tag: 'shelf' } },
  RerunJob: { which: 'failed' },
  SendMessage: { text: 'Dinner is ready' },
  When: { cron: '0 3 * * *', timeZone: 'Europe/Berlin' },
  Vars: { rounds: 3 },
  UpdateAccount: { name: 'Workshop' },
};

/** Returns a request as a command, with the example values of its schemas. */
export function curlExample(description: Description, { path, method, operation }: Endpoint): string {
  const { parameters, requestBody, security } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { schema } = parameters.find((parameter) => parameter.name === name) ?? {};
    return String(schema?.example ?? `{${name}}`);
  });
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(valueOf(description, schema)))}`);
  const url = `${description.servers[0]?.url ?? ''}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const [type = '', media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quote(url)}`,
    ...(security.length > 0 ? ['-H "Authorization: token $DROVER_TOKEN"'] : []),
    ...(type === 'application/json' && media?.schema
      ? [`--json ${quote(JSON.stringify(bodyExample(description, media.schema)))}`]
      : []),
    ...(type === 'multipart/form-data' ? [`-F 'data=@script.js;type=application/javascript'`] : []),
  ].join(' \\\n  ');
}

/** Returns a body that the operation accepts. */
export function bodyExample(description: Description, schema: Schema): unknown {
  return valueOf(description, schema, true);
}

/** A value of a schema: its required properties, or at the top the first one if none is required. */
function valueOf(description: Description, schema: Schema, isTop = false): unknown {
  const name = nameOf(schema);
  if (name && name in bodies) return bodies[name];
  if (name) return valueOf(description, description.components.schemas[name] ?? {}, isTop);
  const variant = schema.allOf?.[0] ?? schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (variant) return valueOf(description, variant, isTop);
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  const { type, properties = {}, required = [], items = {} } = schema;
  if (type === 'object') {
    const names = required.length > 0 || !isTop ? required : Object.keys(properties).slice(0, 1);
    return Object.fromEntries(names.map((key) => [key, namedValue(description, key, properties[key] ?? {})]));
  }
  if (type === 'array') return [valueOf(description, items)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return schema.format === 'uri' ? 'https://example.org' : 'text'.padEnd(schema.minLength ?? 0, 't');
}

/** Values whose form no schema tells. */
const named: Record<string, string> = {
  name: 'Nightly check',
  email: 'mail@example.org',
  password: 'correct horse battery',
  url: 'https://example.org/hook',
  code: 'console.log(1)',
  currency: 'EUR',
};

function namedValue(description: Description, name: string, schema: Schema): unknown {
  const value = valueOf(description, schema);
  return typeof value === 'string' && value.startsWith('text') ? (named[name] ?? value) : value;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
