import { invalid } from '../errors/api-error';

/** Converts a moment to the local time of a zone, as a date whose UTC fields are the local ones. */
export type LocalClock = (moment: Date) => Date;

const dayMs = 24 * 3_600_000;

/** Throws a RangeError if the time zone is unknown. */
export function localClock(timeZone: string): LocalClock {
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (moment) => new Date(`${formatter.format(moment).replace(' ', 'T')}Z`);
}

/** Fails if the time zone is unknown. `path` is its field in the request. */
export function assertTimeZone(timeZone: string, path: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw invalid(path, 'must be the name of a time zone, such as Europe/Berlin or UTC');
  }
}

/**
 * Converts a local time to a moment. A local time that occurs twice, in autumn, is the first of the two. One that does not
 * exist, in spring, is the moment at which the clock skips it.
 */
export function toMoment(clock: LocalClock, local: Date): Date {
  const offsets = [-dayMs, dayMs].map((ms) => offsetAt(clock, local.getTime() + ms));
  const moments = offsets.map((offset) => local.getTime() - offset).sort((one, other) => one - other);
  const shown = moments.find((moment) => clock(new Date(moment)).getTime() === local.getTime());
  return new Date(shown ?? jumpBetween(clock, moments));
}

function offsetAt(clock: LocalClock, ms: number): number {
  const whole = Math.floor(ms / 1000) * 1000;
  return clock(new Date(whole)).getTime() - whole;
}

/** Finds the moment at which the offset changes, by binary search. */
function jumpBetween(clock: LocalClock, [first, last]: number[]): number {
  let [before = 0, after = 0] = [first, last];
  const old = offsetAt(clock, before);
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (offsetAt(clock, middle) === old) before = middle;
    else after = middle;
  }
  return after;
}
