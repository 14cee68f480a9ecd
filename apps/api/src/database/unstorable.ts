/** Classes of PostgreSQL's error codes for data that it never accepts: data exception, constraint, program limit. */
const classes = new Set(['22', '23', '54']);

/**
 * Returns why data can never be stored, or undefined if a retry may succeed. The reason does not quote the data. Errors of
 * JavaScript come from data that this program cannot handle, such as too deep nesting.
 */
export function findUnstorableReason(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && code.length === 5 && classes.has(code.slice(0, 2))) {
    return `the database refused it with code ${code}`;
  }
  const isOwn = error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
  return isOwn ? `the server could not process it (${error.name})` : undefined;
}
