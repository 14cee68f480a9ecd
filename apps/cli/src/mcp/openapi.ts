/** The parts of the service's own description that tools are made of. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  /** Feature and operation: `devices.list`. */
  operationId: string;
  summary: string;
  tags: string[];
  'x-scope': string;
  'x-role'?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** JSON Schema, in the dialect of OpenAPI 3.0 or without its peculiarities. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

/** A schema that stands by itself, in plain JSON Schema: references are filled in, `nullable` is a type. */
export function plainSchema(schema: Schema, { components }: OpenApi): Schema {
  return plain(schema, components.schemas, 0) as Schema;
}

/** Deeper than any request is; a shape that contains itself ends here. */
const depthMax = 20;

function plain(value: unknown, schemas: Record<string, Schema>, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > depthMax) return value;
  if (Array.isArray(value)) return value.map((part) => plain(part, schemas, depth + 1));
  const { $ref, nullable, ...rest } = value as Schema;
  if ($ref !== undefined) return plain(schemas[$ref.split('/').pop() ?? ''] ?? {}, schemas, depth + 1);
  const { type } = rest;
  if (nullable === true && typeof type === 'string') rest.type = [type, 'null'];
  return Object.fromEntries(
    Object.entries(rest).map(([keyword, part]) => [keyword, plain(part, schemas, depth + 1)]),
  );
}
