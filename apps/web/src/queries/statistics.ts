import type { ScriptStatisticsFilter, StatisticsFilter } from '@drover/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** Statistics are polled, because no event announces them. */
const refetchInterval = 60_000;

const dayMs = 86_400_000;

/** Returns the start of the current minute some time ago, so that the request stays the same for a while. */
function hoursAgo(hours: number): string {
  return new Date(Math.floor(Date.now() / 60_000) * 60_000 - (hours * dayMs) / 24).toISOString();
}

function userTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A filter with a range that ends now. */
type Recent<Filter> = Omit<Filter, 'from' | 'to'> & { hours: number };

export const statisticsQueries = {
  /** Runs per hour or day by state. */
  runs: ({ hours, ...filter }: Recent<StatisticsFilter>) =>
    queryOptions({
      queryKey: ['statistics', 'runs', hours, filter],
      queryFn: ({ signal }) =>
        drover.statistics.get({ ...filter, from: hoursAgo(hours), timeZone: userTimeZone() }, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval,
    }),

  /** The scripts with the most runs. */
  scripts: ({ hours, ...filter }: Recent<ScriptStatisticsFilter>) =>
    queryOptions({
      queryKey: ['statistics', 'scripts', hours, filter],
      queryFn: ({ signal }) =>
        drover.statistics.listScripts({ ...filter, from: hoursAgo(hours) }, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval,
    }),

  /** Devices that are online, now and in the last 24 hours. */
  devices: () =>
    queryOptions({
      queryKey: ['statistics', 'devices'],
      queryFn: ({ signal }) => drover.statistics.getDevices({ signal }),
      refetchInterval: 15_000,
    }),
};
