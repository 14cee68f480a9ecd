import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { RunState, Statistics } from '@drover/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExactTime, formatShortTime, localeOf } from '../../lib/time';
import { countFailed } from './success-rate';

const series = [
  { name: 'succeeded', color: 'green.7' },
  { name: 'failed', color: 'red.6' },
  { name: 'others', color: 'gray.5' },
] as const;

type SeriesName = (typeof series)[number]['name'];

/** The runs of each hour or day: succeeded, failed, and all other states. */
export function RunsChart({ statistics: { items, interval } }: { statistics: Statistics }) {
  const { t, i18n } = useTranslation('home');
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { month: 'short', day: 'numeric' });
  const hour = new Intl.DateTimeFormat(localeOf(i18n.language), { hour: '2-digit', minute: '2-digit' });
  const format = interval === 'day' ? day : hour;
  const data = items.map(({ at, counts }) => {
    const failed = countFailed(counts);
    const { succeeded } = counts;
    return { at, succeeded, failed, others: countAll(counts) - succeeded - failed };
  });
  // There is no label while the pointer is outside of the bars.
  const formatLabel = (at: ReactNode) => {
    if (typeof at !== 'string') return '';
    return interval === 'day' ? day.format(new Date(at)) : formatShortTime(at, i18n.language);
  };
  return (
    <BarChart
      h="100%"
      data={data}
      dataKey="at"
      type="stacked"
      series={series.map(({ name, color }) => ({ name, color, label: t(`chart.${name}`) }))}
      // The chart is hidden from screen readers, which read the table below.
      barChartProps={{ accessibilityLayer: false }}
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 36 }}
      barProps={{ isAnimationActive: false }}
      valueFormatter={(value) => value.toLocaleString(i18n.language)}
      xAxisProps={{ tickFormatter: (at: string) => format.format(new Date(at)), minTickGap: 24 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      tooltipProps={{ labelFormatter: formatLabel }}
    />
  );
}

function countAll(counts: Record<RunState, number>): number {
  return Object.values(counts).reduce((sum, runs) => sum + runs, 0);
}

/** The same numbers as a table, for screen readers. */
export function RunsChartTable({ statistics: { items } }: { statistics: Statistics }) {
  const { t, i18n } = useTranslation('home');
  const valueOf = (counts: Record<RunState, number>, name: SeriesName) => {
    const failed = countFailed(counts);
    if (name === 'failed') return failed;
    return name === 'succeeded' ? counts.succeeded : countAll(counts) - counts.succeeded - failed;
  };
  const busy = items.filter(({ counts }) => countAll(counts) > 0);
  return (
    <table>
      <caption>{t('chart.title')}</caption>
      <thead>
        <tr>
          <th>{t('chart.time')}</th>
          {series.map(({ name }) => (
            <th key={name}>{t(`chart.${name}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {busy.map(({ at, counts }) => (
          <tr key={at}>
            <th>{formatExactTime(at, i18n.language)}</th>
            {series.map(({ name }) => (
              <td key={name}>{valueOf(counts, name)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
