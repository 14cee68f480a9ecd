import type { Benchmark, Form } from './benchmark';
import { gather, gatherBare } from './connections';
import { bareMs, measureFanOut } from './fan-out';
import { atMost, exponentOf, median, type Figure } from './figures';

const wantedExponent = 1.05;

export const growth: Benchmark = {
  name: 'growth',
  title: 'Growth',
  description:
    'How the figures above grow with the number N of devices: the exponent e of N^e, by least squares over the ' +
    'logarithms. Baseline: the same figure of the bare servers.',
  async measure(form) {
    const counts = form.isFull ? [100, 1000, 5000, 10_000, 18_000] : [100, 1000, 3000];
    const points: Point[] = [];
    for (const count of counts) points.push(await measurePoint(count, { ...form, rounds: 2 }));
    return toFigures(points);
  },
};

interface Point {
  count: number;
  drover: Sizes;
  baseline: Sizes;
}

interface Sizes {
  dispatchMs: number;
  resultMs: number;
  memory: number;
  connectSeconds: number;
}

async function measurePoint(count: number, form: Form): Promise<Point> {
  const rounds = await measureFanOut(count, form);
  const [drover, bare] = [await gather(count), await gatherBare(count)];
  const middle = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  return {
    count,
    drover: {
      dispatchMs: middle((round) => round.drover.started.last),
      resultMs: middle((round) => round.drover.finished.last),
      memory: drover.kilobytes * count,
      connectSeconds: count / drover.connectsPerSecond,
    },
    baseline: {
      dispatchMs: middle((round) => bareMs(round, 'started')),
      resultMs: middle((round) => bareMs(round, 'finished')),
      memory: bare.kilobytes * count,
      connectSeconds: count / bare.connectsPerSecond,
    },
  };
}

const names: { key: keyof Sizes; name: string; isBounded: boolean; unit: string }[] = [
  { key: 'dispatchMs', name: 'dispatch until every `started` is durable', isBounded: true, unit: 'ms' },
  { key: 'resultMs', name: 'dispatch until every result is durable', isBounded: false, unit: 'ms' },
  { key: 'memory', name: 'resident memory above the empty server', isBounded: true, unit: 'kB' },
  { key: 'connectSeconds', name: 'time to connect', isBounded: false, unit: 's' },
];

function toFigures(points: Point[]): Figure[] {
  return names.map(({ key, name, isBounded, unit }) => {
    const exponent = (side: 'drover' | 'baseline') =>
      exponentOf(points.map((point) => ({ x: point.count, y: Math.max(point[side][key], 1e-3) })));
    return {
      name,
      unit: 'exponent',
      drover: exponent('drover'),
      baseline: exponent('baseline'),
      target: isBounded ? atMost(exponent('drover'), wantedExponent, String(wantedExponent)) : undefined,
      details: points
        .map(
          ({ count, drover }) =>
            `${count.toLocaleString('en')}: ${Number(drover[key].toPrecision(3))} ${unit}`,
        )
        .join(', '),
    };
  });
}
