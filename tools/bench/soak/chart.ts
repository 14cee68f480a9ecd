import { measures, type Measure, type Period } from './observe';
import type { Point } from './trend';

/** The observations of one program, over all its lives. */
export interface Curve {
  name: string;
  color: string;
  periods: Period[];
}

const [width, panelHeight, left, top, bottom] = [860, 150, 70, 28, 24];
const curveWidth = width - left - 20;
const plotHeight = panelHeight - top - bottom;

/** Draws a panel for each measure, with a line for each program that breaks where the program was restarted. */
export function drawChart(curves: Curve[], seconds: number): string {
  const panels = measures.map(({ key, title, unit }, index) =>
    panel(curves, { key, title: `${title}, ${unit}`, y: index * panelHeight, seconds }),
  );
  const legend = curves.map(
    ({ name, color }, index) =>
      `<text x="${width - 20 - index * 120}" y="18" text-anchor="end" fill="${color}">${name}</text>`,
  );
  const height = measures.length * panelHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="white"/>
${[...legend, ...panels].join('\n')}
</svg>
`;
}

interface Panel {
  key: Measure;
  title: string;
  /** The upper edge. */
  y: number;
  seconds: number;
}

function panel(curves: Curve[], { key, title, y, seconds }: Panel): string {
  const points = curves.flatMap(({ periods }) => periods.flatMap((period) => period[key]));
  const highest = niceCeiling(Math.max(1, ...points.map(({ value }) => value)));
  const toX = (at: number) => left + (at / seconds) * curveWidth;
  const toY = (value: number) => y + top + plotHeight * (1 - value / highest);
  const line = (value: number) =>
    `<path d="M${left} ${toY(value)}H${left + curveWidth}" stroke="#ddd"/>` +
    `<text x="${left - 6}" y="${toY(value) + 4}" text-anchor="end" fill="#555">${value.toLocaleString('en')}</text>`;
  const minutes = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const label = Number(((seconds * share) / 60).toPrecision(2));
    return `<text x="${toX(seconds * share)}" y="${y + panelHeight - 8}" text-anchor="middle" fill="#555">${label} min</text>`;
  });
  const path = (period: Point[]) =>
    period
      .map(({ at, value }, index) => `${index ? 'L' : 'M'}${round(toX(at))} ${round(toY(value))}`)
      .join('');
  const paths = curves.flatMap(({ color, periods }) =>
    periods.map(
      (period) => `<path d="${path(period[key])}" fill="none" stroke="${color}" stroke-width="1.5"/>`,
    ),
  );
  const heading = `<text x="${left}" y="${y + 18}" fill="#222" font-weight="bold">${title}</text>`;
  return [heading, line(0), line(highest / 2), line(highest), ...minutes, ...paths].join('\n');
}

/** Returns the next of 1, 2 or 5 times a power of ten. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
