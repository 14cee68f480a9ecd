import type { LogLevel, LogLine } from '@drover/sdk';

/** Levels from the lightest on. */
export const LOG_LEVELS: readonly LogLevel[] = ['verbose', 'debug', 'info', 'warn', 'error'];

export interface LogView {
  search: string;
  level: LogLevel;
}

export const wholeLog: LogView = { search: '', level: 'verbose' };

export function isFiltered({ search, level }: LogView): boolean {
  return search !== '' || level !== 'verbose';
}

/** Whether a line has the text, and the level or a heavier one. */
export function isInView(line: LogLine, { search, level }: LogView): boolean {
  return (
    LOG_LEVELS.indexOf(line.level) >= LOG_LEVELS.indexOf(level) &&
    (search === '' || line.text.toLowerCase().includes(search.toLowerCase()))
  );
}

/** The lines of a view. */
export function chooseLines(lines: LogLine[], view: LogView): LogLine[] {
  return isFiltered(view) ? lines.filter((line) => isInView(line, view)) : lines;
}
