import { hasAtMostChars, LIMITS } from '@drover/contract';
import { ScimError } from './scim-error';
import { readPath, type Path } from './scim-paths';

/** A change of an attribute. */
export interface Operation {
  op: 'add' | 'replace' | 'remove';
  path: Path;
  value: unknown;
}

export type Attributes = Record<string, unknown>;

export function isAttributes(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the body of a request. */
function readAttributes(body: unknown): Attributes {
  if (isAttributes(body)) return body;
  throw new ScimError(400, 'invalidSyntax', 'The body must be a JSON object.');
}

/** Reads a whole resource as the operations that set its attributes. */
export function readResource(body: unknown): Operation[] {
  return operationsOf('replace', readAttributes(body));
}

/**
 * Reads the operations of a PATCH request, with or without paths. Entra ID begins the names of operations with a capital
 * letter, and sends `name.givenName` as an attribute.
 */
export function readPatch(body: unknown): Operation[] {
  const { Operations: operations } = readAttributes(body);
  if (!Array.isArray(operations)) {
    throw new ScimError(400, 'invalidSyntax', 'The body must have the list "Operations".');
  }
  return operations.flatMap((operation: unknown) => {
    const { op, path, value } = readAttributes(operation);
    const name = typeof op === 'string' ? op.toLowerCase() : '';
    if (name !== 'add' && name !== 'replace' && name !== 'remove') {
      throw new ScimError(400, 'invalidSyntax', 'The operation must be add, replace or remove.');
    }
    if (path === undefined || path === null) {
      if (name === 'remove') throw new ScimError(400, 'noTarget', 'The operation remove needs a path.');
      return operationsOf(name, readAttributes(value));
    }
    if (typeof path !== 'string') throw new ScimError(400, 'invalidPath', 'The path must be a text.');
    const target = readPath(path);
    return target ? [{ op: name, path: target, value }] : [];
  });
}

function operationsOf(op: 'add' | 'replace', attributes: Attributes): Operation[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    // Other names, such as $ref, are no attributes that are stored.
    const path = /^[a-z]/i.test(name) ? readPath(name) : undefined;
    return path ? [{ op, path, value }] : [];
  });
}

/** Reads a text. Null for one that is removed or empty. */
export function readText(
  { op, path: { attribute }, value }: Operation,
  maxChars: number = LIMITS.directoryNameChars,
): string | null {
  if (op === 'remove' || value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string' || value.includes('\0') || !hasAtMostChars(value, maxChars)) {
    throw new ScimError(
      400,
      'invalidValue',
      `${attribute} must be a text of at most ${maxChars} characters.`,
    );
  }
  return value;
}

export function readRequiredText(operation: Operation): string {
  const text = readText(operation);
  if (text !== null && text.trim() !== '') return text;
  throw new ScimError(400, 'invalidValue', `${operation.path.attribute} must not be empty.`);
}

/** Reads a boolean. Entra ID may send it as a text. */
export function readBoolean({ path: { attribute }, value }: Operation): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw new ScimError(400, 'invalidValue', `${attribute} must be true or false.`);
}
