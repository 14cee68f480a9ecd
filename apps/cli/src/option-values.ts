import { InvalidArgumentError } from 'commander';

/** Reads an option that may be given several times. */
export function collect(value: string, former: string[] = []): string[] {
  return [...former, value];
}

/** Reads a number of things. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 up.');
  return Number(text);
}

/** Reads a share: `20` or `20%`. */
export function parsePercent(text: string): number {
  const percent = Number(text.replace(/%$/, ''));
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw new InvalidArgumentError('It must be a whole number from 0 to 100.');
  }
  return percent;
}

/** Reads some of a few words, with commas between. */
export function parseWords<Word extends string>(text: string, words: readonly Word[]): Word[] {
  const given = text.split(',').map((word) => word.trim());
  const wrong = given.find((word) => !words.includes(word as Word));
  if (wrong !== undefined) throw new InvalidArgumentError(`'${wrong}' is none of ${words.join(', ')}.`);
  return given as Word[];
}
