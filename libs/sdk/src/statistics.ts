import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Device } from './devices';
import type { Http } from './request';
import type { RunState } from './runs';

export type StatisticsInterval = 'hour' | 'day';

/** A time range and which runs to count. Filters combine with AND. */
export interface StatisticsFilter {
  /** ISO 8601, UTC. Default: 24 hours before `to`, by day 30 days. */
  from?: string;
  /** ISO 8601, UTC. Default: now. */
  to?: string;
  /** Default: `hour`. */
  interval?: StatisticsInterval;
  /** IANA time zone in which days begin, such as `Europe/Berlin`. Default: that of the service. */
  timeZone?: string;
  /** Counts only the runs of this script or devscript. */
  scriptId?: string;
  /** Counts only the runs on the devices that are in this group now, at most 31 days. */
  groupId?: string;
}

/** Runs that were created from `at` until `at` of the next item. */
export interface StatisticsItem {
  /** ISO 8601, UTC. */
  at: string;
  /** Number of runs per state, with all states. Only the last attempt on each device counts. */
  counts: Record<RunState, number>;
}

/** Runs by state for each hour or day of a time range, also for those without runs. */
export interface Statistics {
  /** Start of the first hour or day. */
  from: string;
  /** End of the last hour or day. */
  to: string;
  interval: StatisticsInterval;
  timeZone: string;
  items: StatisticsItem[];
  totals: Record<RunState, number>;
}

/** A time range, and which scripts to list. */
export interface ScriptStatisticsFilter {
  /** ISO 8601, UTC. Default: 30 days before `to`. */
  from?: string;
  /** ISO 8601, UTC. Default: now. */
  to?: string;
  /** Lists only this script or devscript. */
  scriptId?: string;
  /** Number of scripts, at most 1000. Default: 100. */
  limit?: number;
}

/** Median and 95th percentile in milliseconds, at most 2 % off. */
export interface TimePercentiles {
  /** Number of times. */
  count: number;
  /** Milliseconds. */
  medianMs: number;
  /** Milliseconds. */
  p95Ms: number;
}

/** The runs of a script in a time range. */
export interface ScriptStatistics {
  /** `null` for code without a script. */
  scriptId: string | null;
  /** `null` if the script was deleted, or for code without one. */
  name: string | null;
  /** Number of runs. Only the last attempt on each device counts. */
  runs: number;
  /** Number of runs per state, with all states. */
  counts: Record<RunState, number>;
  /** Share of failed runs among those that succeeded or failed, in percent. `null` if there are none. */
  failedPercent: number | null;
  /** From start to end, of all attempts that succeeded or failed by themselves. */
  duration: TimePercentiles | null;
  /** From creation or release to start, of all attempts that started. */
  latency: TimePercentiles | null;
}

/** The scripts with the most runs, most runs first. */
export interface ScriptStatisticsList {
  /** Start of the first day, UTC. */
  from: string;
  /** End of the last day, UTC. */
  to: string;
  count: number;
  items: ScriptStatistics[];
}

/** The number of devices that are online, and how it changed. */
export interface DeviceStatistics {
  /** Number of devices. */
  devices: number;
  /** Number of devices that are online now. */
  online: number;
  /** Devices that were online at the beginning of each hour of the last 24 in which the service ran, the oldest first. */
  items: { at: string; online: number }[];
  /** Devices that went offline in the last 24 hours and are offline now, the last ones first. At most 5 items. */
  wentOffline: { total: number; items: Pick<Device, '_id' | 'name' | 'lastSeenAt'>[] };
}

/** Numbers of runs of the account. They include every change that was stored before the request. */
export class StatisticsOfAccount {
  constructor(private readonly http: Http) {}

  /**
   * Counts runs per hour or day by state.
   *
   * @param filter Time range, interval and filters. At most 1000 hours or days.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if there is no such group, 422 if the range is too long or the time zone unknown.
   * @example
   * const { items, totals } = await drover.statistics.get({ interval: 'day', timeZone: 'Europe/Berlin' });
   */
  get(filter: StatisticsFilter = {}, options?: CallOptions): ApiPromise<Statistics> {
    return this.http.request('statistics.get', { query: filter }, options);
  }

  /**
   * Lists the scripts with the most runs, with their runs by state, durations and latencies.
   *
   * @param filter Time range, script and number of scripts. At most 1000 days.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if the range is too long.
   * @example
   * const { items } = await drover.statistics.listScripts({ limit: 5 });
   * for (const { name, runs, duration } of items) console.log(name, runs, duration?.medianMs);
   */
  listScripts(filter: ScriptStatisticsFilter = {}, options?: CallOptions): ApiPromise<ScriptStatisticsList> {
    return this.http.request('statistics.listScripts', { query: filter }, options);
  }

  /**
   * Counts the devices that are online, now and in the last 24 hours.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the token is invalid.
   * @example
   * const { online, devices } = await drover.statistics.getDevices();
   */
  getDevices(options?: CallOptions): ApiPromise<DeviceStatistics> {
    return this.http.request('statistics.getDevices', {}, options);
  }
}
