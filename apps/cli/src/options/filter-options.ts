import type { RunState } from '@drover/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { allRunStates } from '../output/run-states';
import { parseDuration, parseWords } from './option-values';

/** Options of commands that list records of a time range. */
export interface TimeRangeOptions {
  since?: string;
  until?: string;
}

const timePattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/;
const timeExamples = '7d, 2026-01-31 or 2026-01-31T08:30';

/**
 * Parses a duration until now, such as `2h` or `7d`, or a date or time in ISO 8601. Without a time zone it is in the local
 * one. Returns the time in UTC.
 */
export function parseTime(text: string, now = Date.now()): string {
  if (/^\d+[smhd]$/.test(text)) return new Date(now - parseDuration(text) * 1000).toISOString();
  const [, date, time = '00:00', zone = ''] = timePattern.exec(text) ?? [];
  const parsed = new Date(`${date}T${time}${zone}`);
  if (Number.isNaN(parsed.getTime()) || !isDate(date)) {
    throw new InvalidArgumentError(`It must be a duration until now, a date or a time: ${timeExamples}.`);
  }
  return parsed.toISOString();
}

/** Whether the calendar has this date. `Date` takes 31 February for 3 March. */
function isDate(date: string): boolean {
  return new Date(`${date}T00:00Z`).toISOString().startsWith(date);
}

/** Adds `--since` and `--until`, which select records by the time of their creation. */
export function addTimeRange(command: Command, records: string): Command {
  return command
    .option('--since <time>', `Only ${records} since this time: ${timeExamples}`, (text) => parseTime(text))
    .option('--until <time>', `Only ${records} before this time`, (text) => parseTime(text));
}

/** Returns the time range as the lists of the API have it. */
export function readTimeRange({ since, until }: TimeRangeOptions) {
  return { createdAfter: since, createdBefore: until };
}

/** Creates an option for one or more words, separated by commas, which shells complete. */
function createListOption<Word extends string>(
  flags: string,
  description: string,
  words: readonly Word[],
): Option {
  return new Option(flags, `${description}, separated by commas`)
    .choices(words)
    .argParser((text) => parseWords(text, words));
}

/** Creates the option `--state` for states of runs. */
export function createStateOption(description: string): Option {
  return createListOption<RunState>('--state <states>', description, allRunStates);
}
