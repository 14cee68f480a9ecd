import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { resultQueries } from '../../queries/results';
import { ResultChartPanel } from './result-chart-panel';
import { tabulate } from './result-values';

/** The numbers that the runs of a script left, over time. Shows nothing if there are none. */
export function ScriptResults({ scriptId }: { scriptId: string }) {
  const { data } = useQuery(resultQueries.table({ scriptId }));
  const { data: schema } = useQuery(resultQueries.schema(data?.items[0]?.jobId));
  const table = useMemo(() => data && tabulate(data.items, schema), [data, schema]);
  return table ? <ResultChartPanel table={table} isSeries /> : null;
}
