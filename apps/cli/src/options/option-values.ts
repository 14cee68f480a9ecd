import { InvalidArgumentError } from 'commander';

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Collects the values of a repeatable option. */
export function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

/** Parses a positive whole number. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

/** Parses an exit code. */
export function parseExitCode(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 0.');
  return Number(text);
}

/** Parses the version of an entry. */
export function parseVersion(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 0.');
  return Number(text);
}

/** Parses a duration such as `90`, `30s`, `5m`, `2h` or `7d` into seconds. */
export function parseDuration(text: string): number {
  const [, number, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(number) * unitSeconds[unit as keyof typeof unitSeconds];
  if (!(seconds > 0)) throw new InvalidArgumentError('It must be a duration such as 90, 30s, 5m, 2h or 7d.');
  return seconds;
}

/** Parses a percentage such as `20` or `20%`. */
export function parsePercent(text: string): number {
  const percent = Number(text.replace(/%$/, ''));
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw new InvalidArgumentError('It must be a whole number from 0 to 100.');
  }
  return percent;
}

/** Parses a comma-separated list of allowed words. */
export function parseWords<Word extends string>(text: string, words: readonly Word[]): Word[] {
  const parsed = text.split(',').map((word) => word.trim());
  const unknown = parsed.find((word) => !words.includes(word as Word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`'${unknown}' is not one of ${words.join(', ')}.`);
  return parsed as Word[];
}
