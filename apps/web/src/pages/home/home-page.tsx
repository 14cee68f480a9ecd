import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { jobQueries } from '../../queries/jobs';
import { lazyPart } from '../../texts/lazy-part';
import { PageError } from '../../ui/layout/page-error';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { useOverview } from './use-overview';

const loadOverview = () => import('./overview');
const Overview = lazyPart(loadOverview, 'Overview');

const FirstSteps = lazyPart(() => import('./first-steps'), 'FirstSteps', 'enrolments', 'devscripts');

/** Guides the user of an account without jobs through the first steps. Otherwise shows an overview. */
export function HomePage() {
  const jobs = useQuery(jobQueries.recent());
  // Here, so that its requests do not wait for the jobs.
  const overview = useOverview();
  // With the requests, so that it does not wait for the jobs either. A failure shows when it is rendered.
  useEffect(() => void loadOverview().catch(() => undefined), []);
  if (jobs.isError && !jobs.data) {
    return <PageError error={jobs.error} onRetry={() => void jobs.refetch()} />;
  }
  if (!jobs.data) return <SkeletonRows />;
  return (
    <Suspense fallback={<SkeletonRows />}>
      {jobs.data.items.length > 0 ? <Overview jobs={jobs.data.items} overview={overview} /> : <FirstSteps />}
    </Suspense>
  );
}
