import { LIMITS } from '@drover/contract';

/** A limit as the reference shows it. */
export interface LimitNote {
  name: string;
  value: number;
  unit: string;
  text: string;
}

/** Reads the limits with their doc comments from the contract's source. */
export function readLimits(source: string): LimitNote[] {
  const comments = new Map(
    Array.from(source.matchAll(/\/\*\* (.*?) \*\/\n\s+(\w+):/g), ([, text, name]) => [name, text] as const),
  );
  return Object.entries(LIMITS).map(([name, value]) => {
    const text = comments.get(name);
    if (!text) throw new Error(`The limit ${name} has no one-line doc comment above it. Add one.`);
    return { name, value, unit: unitOf(name), text };
  });
}

function unitOf(name: string): string {
  if (/Chars(Min|Max)?$/.test(name)) return 'characters';
  if (/Bytes$/.test(name)) return 'bytes';
  if (/Seconds(Max)?$/.test(name)) return 'seconds';
  if (/Minutes(Max)?$/.test(name)) return 'minutes';
  return '';
}
