import type { LogLevel, LogLine } from '@drover/sdk';

/** Levels from the lightest on. */
export const LOG_LEVELS: readonly LogLevel[] = ['verbose', 'debug', 'info', 'warn', 'error'];

export interface LogView {
  search: string;
  level: LogLevel;
}

/** The lines of a view: those with the text, of the level or heavier. */
export function chooseLines(lines: LogLine[], { search, level }: LogView): LogLine[] {
  const least = LOG_LEVELS.indexOf(level);
  const text = search.toLowerCase();
  if (least === 0 && text === '') return lines;
  return lines.filter(
    (line) =>
      LOG_LEVELS.indexOf(line.level) >= least && (text === '' || line.text.toLowerCase().includes(text)),
  );
}

/** A log as a file: a line each, with its moment and level. */
export function toFile(lines: LogLine[]): Blob {
  const text = lines.map((line) => `${line.at} ${line.level.padEnd(7)} ${line.text}\n`);
  return new Blob(text, { type: 'text/plain;charset=utf-8' });
}
