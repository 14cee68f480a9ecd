import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { jobQueries } from '../../queries/jobs';
import { lazyPart } from '../../texts/lazy-part';
import { PageError } from '../../ui/layout/page-error';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { Overview } from './overview';
import { useOverview } from './use-overview';

const FirstSteps = lazyPart(() => import('./first-steps'), 'FirstSteps', 'enrolments', 'devscripts');

/** Guides the user of an account without jobs through the first steps. Otherwise shows an overview. */
export function HomePage() {
  const jobs = useQuery(jobQueries.recent());
  // Here, so that its requests do not wait for the jobs.
  const overview = useOverview();
  if (jobs.isError && !jobs.data) {
    return <PageError error={jobs.error} onRetry={() => void jobs.refetch()} />;
  }
  if (!jobs.data) return <SkeletonRows />;
  if (jobs.data.items.length > 0) return <Overview jobs={jobs.data.items} overview={overview} />;
  return (
    <Suspense fallback={<SkeletonRows />}>
      <FirstSteps />
    </Suspense>
  );
}
