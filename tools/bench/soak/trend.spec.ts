import { trendOf, type Point } from './trend';

/** A value per minute: a level and a slope, with noise that has no trend. */
function period(first: number, { level, perHour }: { level: number; perHour: number }): Point[] {
  return Array.from({ length: 60 }, (_, minute) => ({
    at: (first + minute) * 60,
    value: level + (perHour * minute) / 60 + (minute % 2 === 0 ? 1 : -1),
  }));
}

describe('trendOf', () => {
  it('finds the slope of periods with different levels', () => {
    const trend = trendOf([period(0, { level: 100, perHour: 30 }), period(60, { level: 50, perHour: 30 })]);
    expect(trend.perHour).toBeCloseTo(30, 0);
    expect(trend.isFlat).toBe(false);
  });

  it('reports noise around levels as flat', () => {
    const trend = trendOf([period(0, { level: 100, perHour: 0 }), period(60, { level: 200, perHour: 0 })]);
    expect(Math.abs(trend.perHour)).toBeLessThan(1);
    expect(trend.isFlat).toBe(true);
  });

  it('leaves out what a program needs at its start', () => {
    const starting = period(0, { level: 100, perHour: 0 }).map((point, minute) =>
      minute < 10 ? { ...point, value: minute * 10 } : point,
    );
    expect(trendOf([starting]).isFlat).toBe(true);
  });
});
