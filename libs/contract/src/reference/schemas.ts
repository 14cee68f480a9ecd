import { z } from 'zod';
import * as contractModule from '../index';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The schemas that the description references by name: objects, enums and compound types. */
const names = new Map<unknown, string>(
  Object.entries(contractModule)
    .filter(([, value]) => value instanceof z.ZodObject || value instanceof z.ZodEnum || isCompound(value))
    .map(([name, value]) => [value, name] as const)
    .reverse(),
);

/** Metadata of the schemas, with their names as IDs. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
    const id = names.get(schema);
    const meta = z.globalRegistry.get(schema);
    return id === undefined ? meta : { ...meta, id };
  }

  override has(schema: z.core.$ZodType): boolean {
    return names.has(schema) || z.globalRegistry.has(schema);
  }
}

const named = new NamedSchemas();

/** Converts schemas to OpenAPI 3.0 and collects the named ones. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** Converts the schema of a body. Named schemas become references. */
  body(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { definitions, ...root } = this.write(schema, io, named);
    for (const [name, definition] of Object.entries((definitions ?? {}) as Record<string, JsonSchema>))
      this.add(name, definition);
    return root;
  }

  /** Converts the schema of parameters, without references. */
  parameters(schema: z.ZodType): JsonSchema {
    return this.write(schema, 'input', z.globalRegistry);
  }

  private write(schema: z.ZodType, io: 'input' | 'output', metadata: typeof z.globalRegistry): JsonSchema {
    const written = z.toJSONSchema(schema, {
      io,
      metadata,
      target: 'openapi-3.0',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => simplify(jsonSchema),
    });
    const text = JSON.stringify(written).replaceAll('#/definitions/', '#/components/schemas/');
    return JSON.parse(text) as JsonSchema;
  }

  /** Adds a named schema, which must be the same in requests and responses. */
  private add(name: string, { id: _id, $schema: _schema, ...definition }: JsonSchema): void {
    const before = this.components[name];
    if (before && JSON.stringify(before) !== JSON.stringify(definition)) {
      throw new Error(`The schema ${name} differs between requests and responses. Give it two names.`);
    }
    this.components[name] = definition;
  }
}

/** Removes details that readers do not need, and rules that would forbid future fields. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Query strings contain numbers as text.
  if (schema.type === 'string' && schema.minimum !== undefined) {
    schema.type = 'integer';
    delete schema.pattern;
  }
  listKeys(schema);
  inlineReference(schema);
}

/** Writes a record whose keys are all required as an object with these properties. */
function listKeys(schema: JsonSchema): void {
  const { additionalProperties, required, properties } = schema;
  if (!required || properties || typeof additionalProperties !== 'object') return;
  schema.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]));
  delete schema.additionalProperties;
}

/** Replaces `allOf` by the reference itself, since OpenAPI 3.0 ignores everything next to a reference. */
function inlineReference(schema: JsonSchema): void {
  const [reference] = schema.allOf ?? [];
  if (!reference?.$ref) return;
  if (Object.keys(schema).length > 1) {
    schema.type = 'object';
  } else {
    delete schema.allOf;
    schema.$ref = reference.$ref;
  }
}

function isCompound(value: unknown): boolean {
  return (
    value instanceof z.ZodDiscriminatedUnion || value instanceof z.ZodRecord || value instanceof z.ZodArray
  );
}
