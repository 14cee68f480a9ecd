import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { failureQueries } from '../../queries/failures';
import { jobQueries } from '../../queries/jobs';
import { runQueries } from '../../queries/runs';
import { scheduleQueries } from '../../queries/schedules';
import { statisticsQueries } from '../../queries/statistics';
import { webhookQueries } from '../../queries/webhooks';
import { useHasRole } from '../../roles/use-has-role';

const [dayHours, weekHours] = [23, 6 * 24];

/** What the overview reads, and the state of all of it together. */
export function useOverview() {
  const hasRole = useHasRole();
  const queries = {
    devices: useQuery(statisticsQueries.devices()),
    day: useQuery(statisticsQueries.runs({ hours: dayHours, interval: 'hour' })),
    week: useQuery(statisticsQueries.runs({ hours: weekHours, interval: 'day' })),
    running: useQuery(runQueries.total(['running', 'stopping'])),
    queued: useQuery(runQueries.total(['queued'])),
    failures: useQuery(failureQueries.attention()),
    schedules: useQuery(scheduleQueries.list()),
    webhooks: useQuery({ ...webhookQueries.list(), enabled: hasRole('admin') }),
    runningJobs: useQuery(jobQueries.running()),
  };
  const all: UseQueryResult[] = Object.values(queries);
  return {
    ...queries,
    isPending: all.some(({ isPending, isEnabled }) => isPending && isEnabled),
    error: all.find(({ isError }) => isError)?.error,
    retry: () => all.forEach(({ isError, refetch }) => void (isError && refetch())),
  };
}
