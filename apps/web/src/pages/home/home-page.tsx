import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { deviceQueries } from '../../queries/devices';
import { devscriptQueries } from '../../queries/devscripts';
import { jobQueries } from '../../queries/jobs';
import { loadTexts } from '../../texts/i18n';
import { PageError } from '../../ui/layout/page-error';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { Overview } from './overview';

const FirstSteps = lazy(async () => {
  const [{ FirstSteps }] = await Promise.all([
    import('./first-steps'),
    loadTexts('enrolments', 'devscripts'),
  ]);
  return { default: FirstSteps };
});

/** Guides the user of an empty account through the first steps. Otherwise shows an overview. */
export function HomePage() {
  const devices = useQuery(deviceQueries.list());
  const devscripts = useQuery(devscriptQueries.list());
  const jobs = useInfiniteQuery(jobQueries.list());
  const failed = [devices, devscripts, jobs].find(({ isError }) => isError);
  if (failed) return <PageError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!devices.data || !devscripts.data || !jobs.data) return <SkeletonRows />;
  const recent = jobs.data.pages[0]?.items ?? [];
  if (recent.length > 0) return <Overview devices={devices.data.items} jobs={recent} />;
  return (
    <Suspense fallback={<SkeletonRows />}>
      <FirstSteps devices={devices.data.items} devscripts={devscripts.data.items} />
    </Suspense>
  );
}
