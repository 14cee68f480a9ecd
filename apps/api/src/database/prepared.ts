import type { QueryConfig } from 'pg';

/** A statement as `Prisma.sql` puts it together. */
interface Statement {
  text: string;
  values: unknown[];
}

/** Texts come from the code alone, so there is an end to them. */
const names = new Map<string, string>();

/**
 * A statement that is asked for again and again: each connection has PostgreSQL parse and plan it once. For what finds
 * its rows the same way whatever the values are.
 */
export function prepared({ text, values }: Statement): QueryConfig {
  const name = names.get(text) ?? `drover_${names.size + 1}`;
  names.set(text, name);
  return { name, text, values };
}
