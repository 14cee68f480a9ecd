import type { Statistics } from '@drover/sdk';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import { waitUntilIdle } from '../../lib/wait-until-idle';
import { lazyPart } from '../../texts/lazy-part';

/** The chart and its placeholder have the same height, so that nothing moves. */
const chartHeight = 240;

/** The library of charts is large, so it does not delay the rest of the page. */
const load = async () => {
  await waitUntilIdle();
  return import('./runs-chart');
};
const RunsChart = lazyPart(load, 'RunsChart');
const RunsChartTable = lazyPart(load, 'RunsChartTable');

/** The runs of each hour or day as a chart, which is not a part of the first load. */
export function LazyRunsChart({ statistics }: { statistics: Statistics | undefined }) {
  const placeholder = <Skeleton height={chartHeight} />;
  if (!statistics) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <div aria-hidden style={{ height: chartHeight }}>
        <RunsChart statistics={statistics} />
      </div>
      <VisuallyHidden>
        <RunsChartTable statistics={statistics} />
      </VisuallyHidden>
    </Suspense>
  );
}
