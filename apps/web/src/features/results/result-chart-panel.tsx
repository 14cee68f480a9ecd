import type { ResultTable } from '@drover/sdk';
import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../texts/lazy-part';
import { Panel } from '../../ui/layout/panel';
import { formatValue, numericColumns, pointsOf } from './result-values';

/** The chart and its placeholder have the same height, so that nothing moves. */
const chartHeight = 220;

const ResultChart = lazyPart(() => import('./result-chart'), 'ResultChart');

/** A chart of one of the columns with numbers, and their range. Shows nothing if there are none. */
export function ResultChartPanel({ table, isSeries }: { table: ResultTable; isSeries: boolean }) {
  const { t, i18n } = useTranslation('results');
  const [chosen, setChosen] = useState('');
  const columns = numericColumns(table);
  const column = columns.find(({ value }) => value === chosen) ?? columns[0];
  if (column === undefined) return null;
  const points = pointsOf(table, column.value);
  const values = points.map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const format = (value: number) => formatValue(value, i18n.language);
  return (
    <Panel
      title={t(isSeries ? 'overTime' : 'acrossDevices')}
      aside={
        <NativeSelect
          aria-label={t('column')}
          size="xs"
          value={column.value}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={columns}
        />
      }
    >
      <Suspense fallback={<Skeleton height={chartHeight} />}>
        <div aria-hidden style={{ height: chartHeight }}>
          <ResultChart points={points} column={column.label} isSeries={isSeries} />
        </div>
      </Suspense>
      <Text size="sm" c="dimmed" mt="xs">
        {t('range', {
          count: values.length,
          min: format(Math.min(...values)),
          mean: format(roundMean(mean)),
          max: format(Math.max(...values)),
        })}
      </Text>
    </Panel>
  );
}

/** Two decimals, or three digits of a small number. */
function roundMean(mean: number): number {
  return Math.abs(mean) >= 1 ? Math.round(mean * 100) / 100 : Number(mean.toPrecision(3));
}
