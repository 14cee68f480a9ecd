import { tabulateResults } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { resultQueries } from '../../queries/results';
import { ResultChartPanel } from './result-chart-panel';
import { lastAttempts } from './result-values';

/** The numbers that the runs of a script left, over time. Shows nothing if there are none. */
export function ScriptResults({ scriptId }: { scriptId: string }) {
  const { data } = useQuery(resultQueries.table({ scriptId }));
  const table = useMemo(() => data && tabulateResults(lastAttempts(data.items)), [data]);
  return table ? <ResultChartPanel table={table} isSeries /> : null;
}
