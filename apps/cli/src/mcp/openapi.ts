/** The parts of the server's OpenAPI description that tools are created from. */
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
  'x-installation-role'?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** JSON Schema, either plain or in the dialect of OpenAPI 3.0. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

/** Converts a schema to plain JSON Schema: inlines references, and turns `nullable` into a type. */
export function inlineSchema(schema: Schema, { components }: OpenApi): Schema {
  return inlineReferences(schema, components.schemas, 0) as Schema;
}

/** Deeper than any request. Limits schemas that contain themselves. */
const maxDepth = 20;

function inlineReferences(value: unknown, schemas: Record<string, Schema>, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((part) => inlineReferences(part, schemas, depth + 1));
  const { $ref, nullable, ...rest } = value as Schema;
  if ($ref !== undefined)
    return inlineReferences(schemas[$ref.split('/').pop() ?? ''] ?? {}, schemas, depth + 1);
  const { type } = rest;
  if (nullable === true && typeof type === 'string') rest.type = [type, 'null'];
  return Object.fromEntries(
    Object.entries(rest).map(([keyword, part]) => [keyword, inlineReferences(part, schemas, depth + 1)]),
  );
}
