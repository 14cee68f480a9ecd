const levels: Record<number, string> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

interface Entry {
  level: number;
  time: string;
  msg?: string;
  err?: { message: string; stack?: string };
  [field: string]: unknown;
}

/** Converts a line of the log from JSON to text: time, level, message and fields. The stack of an error follows. */
export function toText(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Entry;
  const values = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const words = [time, (levels[level] ?? String(level)).padEnd(5), msg ?? err?.message, ...values];
  return `${words.filter((word) => word !== undefined).join(' ')}\n${err?.stack ? `${err.stack}\n` : ''}`;
}
