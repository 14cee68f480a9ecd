import { InvalidArgumentError } from 'commander';

/** Reads a number of things. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 up.');
  return Number(text);
}
