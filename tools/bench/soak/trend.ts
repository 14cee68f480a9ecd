/** A value at a time. */
export interface Point {
  /** Seconds since the beginning. */
  at: number;
  value: number;
}

/** How a value changes, whatever its level is in each of several periods. */
export interface Trend {
  mean: number;
  perHour: number;
  /** Standard error of `perHour`. */
  error: number;
  /** Change over the whole time, as a share of the mean. */
  growth: number;
  /** Whether the growth that is certain is no more than a share of the mean. */
  isFlat: boolean;
}

/** Growth of less than this share of the mean is none. */
export const flatShare = 0.05;

/** What a program needs at its start is not growth: the first share of each period does not count. */
const warmUpShare = 0.3;

/**
 * Fits one slope to several periods by least squares. Each period has its own level, because a program that was
 * restarted begins again.
 */
export function trendOf(periods: Point[][]): Trend {
  const warm = periods.map((period) => period.slice(Math.ceil(period.length * warmUpShare)));
  const points = warm.filter(({ length }) => length > 2);
  const all = points.flat();
  const hours = (Math.max(...all.map(({ at }) => at)) - Math.min(...all.map(({ at }) => at))) / 3600;
  const mean = average(all.map(({ value }) => value));
  const centred = points.flatMap((period) => {
    const [at, value] = [
      average(period.map((point) => point.at)),
      average(period.map((point) => point.value)),
    ];
    return period.map((point) => ({ x: (point.at - at) / 3600, y: point.value - value }));
  });
  const squares = centred.reduce((sum, { x }) => sum + x * x, 0);
  const perHour = centred.reduce((sum, { x, y }) => sum + x * y, 0) / squares;
  const rest = centred.reduce((sum, { x, y }) => sum + (y - perHour * x) ** 2, 0);
  const freedom = Math.max(all.length - points.length - 1, 1);
  const error = Math.sqrt(rest / freedom / squares);
  const growth = (perHour * hours) / mean;
  const certain = ((perHour - 2 * error) * hours) / mean;
  return { mean, perHour, error, growth, isFlat: certain <= flatShare };
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
