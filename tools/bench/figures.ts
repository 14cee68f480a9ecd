/** One measured figure beside its baseline from the same run. */
export interface Figure {
  name: string;
  unit: string;
  drover: number;
  /** Absent where there is nothing to compare with. */
  baseline?: number;
  target?: Target;
  /** Further numbers of the same measurement, in words. */
  details?: string;
}

/** What the figure must reach: a share of its baseline, or a number by itself. */
export interface Target {
  text: string;
  isReached: boolean;
}

/** How far Drover is from the baseline. */
export function ratioOf({ drover, baseline }: Pick<Figure, 'drover' | 'baseline'>): number | undefined {
  return baseline ? drover / baseline : undefined;
}

/** A target that a figure must not exceed. */
export function atMost(value: number, limit: number, text: string): Target {
  return { text: `≤ ${text}`, isReached: value <= limit };
}

/** A target that a figure must reach. */
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

/** Of y ~ x^exponent, by least squares over the logarithms. */
export function exponentOf(points: { x: number; y: number }[]): number {
  const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  const mean = (axis: 'x' | 'y') => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
  const [meanX, meanY] = [mean('x'), mean('y')];
  const slope = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return slope / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

/** Short enough to read, exact enough to compare. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
