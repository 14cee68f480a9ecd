import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShortTime, localeOf } from '../../lib/time';
import type { ResultPoint } from './result-values';

interface Props {
  points: ResultPoint[];
  column: string;
  /** Whether the numbers are shown by time, and not by device. */
  isSeries: boolean;
}

/** Numbers of results: over time, or across devices from the greatest to the smallest. */
export function ResultChart({ points, column, isSeries }: Props) {
  const { i18n } = useTranslation();
  const shared = {
    h: '100%',
    series: [{ name: 'value', label: column, color: 'blue.6' }],
    valueFormatter: (value: number) => value.toLocaleString(i18n.language),
    yAxisProps: { width: 64 },
  };
  if (!isSeries) {
    const data = points.toSorted((a, b) => b.value - a.value);
    return (
      <BarChart
        {...shared}
        data={data}
        dataKey="device"
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
        xAxisProps={{ minTickGap: 24 }}
      />
    );
  }
  const data = points.toSorted((a, b) => a.at.localeCompare(b.at));
  const tick = new Intl.DateTimeFormat(localeOf(i18n.language), tickStyle(data));
  const formatLabel = (at: ReactNode) => (typeof at === 'string' ? formatShortTime(at, i18n.language) : '');
  return (
    <LineChart
      {...shared}
      data={data}
      dataKey="at"
      curveType="linear"
      withDots={data.length < 60}
      lineChartProps={{ accessibilityLayer: false }}
      lineProps={{ isAnimationActive: false }}
      xAxisProps={{ tickFormatter: (at: string) => tick.format(new Date(at)), minTickGap: 40 }}
      tooltipProps={{ labelFormatter: formatLabel }}
    />
  );
}

const twoDaysMs = 2 * 86_400_000;

/** Days, or times of day if all points are of one day or two. */
function tickStyle(points: ResultPoint[]): Intl.DateTimeFormatOptions {
  const lengthMs = Date.parse(points.at(-1)?.at ?? '') - Date.parse(points[0]?.at ?? '');
  if (lengthMs > twoDaysMs) return { month: 'short', day: 'numeric' };
  return { hour: '2-digit', minute: '2-digit' };
}
