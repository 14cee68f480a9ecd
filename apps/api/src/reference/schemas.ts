import { escapeHtml } from '../http/escape-html';
import type { Parameter, Schema } from './description';
import { code, renderInline } from './markup';

/** Renders the properties of every named schema, each with a heading that types link to. */
export function renderSchemas(schemas: Record<string, Schema>): string {
  return Object.entries(schemas)
    .map(
      ([name, schema]) => `<details class="entry" id="schema-${name}">
<summary><h3>${name}</h3></summary>
<div class="body">${renderSchema(schema)}</div>
</details>`,
    )
    .join('\n');
}

/** Renders a schema: its description and its properties, or else its type. */
export function renderSchema(schema: Schema): string {
  const described = schema.description ? `<p>${renderInline(schema.description)}</p>` : '';
  return described + (renderFields(schema) || `<p>${renderType(schema)}</p>`);
}

export function renderParameters(parameters: Parameter[]): string {
  const rows = parameters.map(({ name, required, description, schema }) =>
    renderField({ name, isRequired: required ?? false, schema: { ...schema, description } }),
  );
  return rows.length > 0 ? `<ul class="fields">${rows.join('')}</ul>` : '';
}

/** Returns the name of a referenced schema. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').pop();
}

function renderFields({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, schema]) =>
    renderField({ name, isRequired: required.includes(name), schema }),
  );
  return rows.length > 0 ? `<ul class="fields">${rows.join('')}</ul>` : '';
}

function renderField({ name, isRequired, schema }: { name: string; isRequired: boolean; schema: Schema }) {
  const notes = [isRequired ? 'required' : '', limitsOf(schema)].filter(Boolean).join(', ');
  const description = schema.description ? `<p>${renderInline(schema.description)}</p>` : '';
  const nested = renderFields(schema.type === 'array' ? (schema.items ?? {}) : schema);
  return `<li>${code(name)} <span class="type">${renderType(schema)}</span>${
    notes && ` <span class="note">${notes}</span>`
  }${description}${nested}</li>`;
}

/** Renders a type as TypeScript would name it. Named schemas are links. */
function renderType(schema: Schema): string {
  const parts = [...alternatives(schema), ...(schema.nullable ? ['null'] : [])];
  return [...new Set(parts)].join(' | ');
}

function alternatives(schema: Schema): string[] {
  const name = nameOf(schema);
  if (name) return [`<a href="#schema-${name}">${name}</a>`];
  const variants = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  if (variants) return variants.flatMap(alternatives);
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value)));
  if (schema.type === 'array') return [`array of ${renderType(schema.items ?? {})}`];
  if (typeof schema.additionalProperties === 'object')
    return [`object of ${renderType(schema.additionalProperties)}`];
  const format = schema.format ? ` (${escapeHtml(schema.format)})` : '';
  return [(schema.type ?? 'any value') + format];
}

function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return (
    range(minimum, maximum, '') ||
    range(minLength, maxLength, ' characters') ||
    range(minItems, maxItems, ' items')
  );
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const [from, to] = [min, max].map((value) => value?.toLocaleString('en-US'));
  if (from && to) return `${from} to ${to}${unit}`;
  if (to) return `at most ${to}${unit}`;
  return from ? `at least ${from}${unit}` : '';
}
