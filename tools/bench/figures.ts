/** A figure with its baseline from the same run. */
export interface Figure {
  name: string;
  unit: string;
  drover: number;
  /** Absent if there is nothing to compare with. */
  baseline?: number;
  target?: Target;
  /** More numbers of the same measurement, as text. */
  details?: string;
}

/** The target of a figure: a share of its baseline, or a number. */
export interface Target {
  text: string;
  isReached: boolean;
}

/** Returns the ratio of Drover to the baseline. */
export function ratioOf({ drover, baseline }: Pick<Figure, 'drover' | 'baseline'>): number | undefined {
  return baseline ? drover / baseline : undefined;
}

/** Creates a target that a figure must not exceed. */
export function atMost(value: number, limit: number, text: string): Target {
  return { text: `≤ ${text}`, isReached: value <= limit };
}

/** Creates a target that a figure must reach. */
export function atLeast(value: number, limit: number, text: string): Target {
  return { text: `≥ ${text}`, isReached: value >= limit };
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}

/** Returns the exponent of y ~ x^exponent, by least squares over the logarithms. */
export function exponentOf(points: { x: number; y: number }[]): number {
  const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  const mean = (axis: 'x' | 'y') => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
  const [meanX, meanY] = [mean('x'), mean('y')];
  const slope = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return slope / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

/** Rounds to three significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
