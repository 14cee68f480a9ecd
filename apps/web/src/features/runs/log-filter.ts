import type { LogLevel, LogLine } from '@drover/sdk';
import { stripAnsi } from '../../ui/display/strip-ansi';

/** Levels by ascending severity. */
export const LOG_LEVELS: readonly LogLevel[] = ['verbose', 'debug', 'info', 'warn', 'error'];

export interface LogFilter {
  search: string;
  level: LogLevel;
}

export const emptyFilter: LogFilter = { search: '', level: 'verbose' };

export function isFiltered({ search, level }: LogFilter): boolean {
  return search !== '' || level !== 'verbose';
}

/** Returns whether a line contains the text and has at least the minimum level. */
export function matchesFilter(line: LogLine, { search, level }: LogFilter): boolean {
  return (
    LOG_LEVELS.indexOf(line.level) >= LOG_LEVELS.indexOf(level) &&
    (search === '' || stripAnsi(line.text).toLowerCase().includes(search.toLowerCase()))
  );
}

export function filterLines(lines: LogLine[], filter: LogFilter): LogLine[] {
  return isFiltered(filter) ? lines.filter((line) => matchesFilter(line, filter)) : lines;
}
