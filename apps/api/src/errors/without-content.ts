/** What can be logged of an error whose message may quote secrets: its kind, its code, and where it was thrown. */
export function withoutContent(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^ {4}at /.test(line));
  return { type: error.name, ...(typeof code === 'string' && { code }), stack: frames?.join('\n') };
}
