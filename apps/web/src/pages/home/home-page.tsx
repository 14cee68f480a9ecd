import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { deviceQueries } from '../../queries/devices';
import { devscriptQueries } from '../../queries/devscripts';
import { jobQueries } from '../../queries/jobs';
import { openArea } from '../../texts/i18n';
import { PageFailure } from '../../ui/page-failure';
import { RowsLoading } from '../../ui/rows-loading';
import { Overview } from './overview';

const FirstSteps = lazy(async () => {
  const [{ FirstSteps }] = await Promise.all([
    import('./first-steps'),
    openArea('enrolments'),
    openArea('devscripts'),
  ]);
  return { default: FirstSteps };
});

/** An empty installation is led by the hand; one in use is shown at a glance. */
export function HomePage() {
  const devices = useQuery(deviceQueries.list());
  const devscripts = useQuery(devscriptQueries.list());
  const jobs = useInfiniteQuery(jobQueries.list());
  const failed = [devices, devscripts, jobs].find(({ isError }) => isError);
  if (failed) return <PageFailure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!devices.data || !devscripts.data || !jobs.data) return <RowsLoading />;
  const recent = jobs.data.pages[0]?.items ?? [];
  if (recent.length > 0) return <Overview devices={devices.data.items} jobs={recent} />;
  return (
    <Suspense fallback={<RowsLoading />}>
      <FirstSteps devices={devices.data.items} devscripts={devscripts.data.items} />
    </Suspense>
  );
}
