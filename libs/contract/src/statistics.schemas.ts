import { z } from 'zod';
import { Device } from './devices.schemas';
import { FilterText, Id, queryInteger, Time } from './fields';
import { LIMITS } from './limits';
import { RunCounts } from './runs.schemas';

const RangeTime = Time.refine((time) => time >= '1970' && time < '9990', {
  message: 'must be in the years 1970 to 9989',
});

export const StatisticsInterval = z.enum(['hour', 'day']);
export type StatisticsInterval = z.infer<typeof StatisticsInterval>;

/** Query of GET /v1/statistics. */
export const StatisticsFilter = z.object({
  from: RangeTime.optional().meta({ description: 'default: 24 hours before `to`, by day 30 days' }),
  to: RangeTime.optional().meta({ description: 'default: now' }),
  interval: StatisticsInterval.optional().meta({ description: 'default: hour' }),
  timeZone: FilterText.optional().meta({
    description: 'IANA time zone in which days begin; default: that of the service',
    example: 'Europe/Berlin',
  }),
  scriptId: Id.optional().meta({ description: 'counts only the runs of this script or devscript' }),
  groupId: Id.optional().meta({
    description: `counts only the runs on the devices that are in this group now, at most ${LIMITS.statisticsGroupDays} days`,
  }),
});
export type StatisticsFilter = z.infer<typeof StatisticsFilter>;

/** Runs by state that were created from `at` until `at` of the next item. */
export const StatisticsItem = z.object({
  at: Time,
  counts: RunCounts.meta({
    description: 'number of runs per state; only the last attempt on each device counts',
  }),
});
export type StatisticsItem = z.infer<typeof StatisticsItem>;

/** Runs by state for each hour or day of a time range, also for those without runs. */
export const Statistics = z.object({
  from: Time.meta({ description: 'start of the first hour or day' }),
  to: Time.meta({ description: 'end of the last hour or day' }),
  interval: StatisticsInterval,
  timeZone: z.string(),
  items: z.array(StatisticsItem),
  totals: RunCounts,
});
export type Statistics = z.infer<typeof Statistics>;

/** Query of GET /v1/statistics/scripts. */
export const ScriptStatisticsFilter = z.object({
  from: RangeTime.optional().meta({ description: 'default: 30 days before `to`' }),
  to: RangeTime.optional().meta({ description: 'default: now' }),
  scriptId: Id.optional().meta({ description: 'only this script or devscript' }),
  limit: queryInteger(1, LIMITS.pageItems)
    .optional()
    .meta({ description: `number of scripts; default: ${LIMITS.defaultPageItems}` }),
});
export type ScriptStatisticsFilter = z.infer<typeof ScriptStatisticsFilter>;

/** Median and 95th percentile of times. */
export const TimePercentiles = z.object({
  count: z.number().int().meta({ description: 'number of times' }),
  medianMs: z.number().int().meta({ description: 'milliseconds, at most 2 % off' }),
  p95Ms: z.number().int().meta({ description: 'milliseconds, at most 2 % off' }),
});
export type TimePercentiles = z.infer<typeof TimePercentiles>;

/** The runs of a script in a time range. */
export const ScriptStatistics = z.object({
  scriptId: Id.nullable().meta({ description: 'null for code without a script' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'null if the script was deleted, or for code without one' }),
  runs: z.number().int().meta({ description: 'number of runs; only the last attempt on each device counts' }),
  counts: RunCounts,
  failedPercent: z.number().nullable().meta({
    description: 'share of failed runs among those that succeeded or failed; null if there are none',
  }),
  duration: TimePercentiles.nullable().meta({
    description: 'times from start to end of all attempts that succeeded or failed by themselves',
  }),
  latency: TimePercentiles.nullable().meta({
    description: 'times from creation or release to start of all attempts that started',
  }),
});
export type ScriptStatistics = z.infer<typeof ScriptStatistics>;

/** The scripts with the most runs, most runs first. */
export const ScriptStatisticsList = z.object({
  from: Time.meta({ description: 'start of the first day, UTC' }),
  to: Time.meta({ description: 'end of the last day, UTC' }),
  count: z.number().int().meta({ description: 'number of items in this response' }),
  items: z.array(ScriptStatistics),
});
export type ScriptStatisticsList = z.infer<typeof ScriptStatisticsList>;

/** Maximum number of devices that went offline which statistics name. */
export const WENT_OFFLINE_ITEMS = 5;

/** Devices that were online at the beginning of an hour. */
export const OnlineItem = z.object({ at: Time, online: z.number().int() });
export type OnlineItem = z.infer<typeof OnlineItem>;

/** Devices that went offline recently, the last ones first. */
export const WentOffline = z.object({
  total: z.number().int(),
  items: z.array(Device.pick({ _id: true, name: true, lastSeenAt: true })).max(WENT_OFFLINE_ITEMS),
});
export type WentOffline = z.infer<typeof WentOffline>;

/** The number of devices that are online, and how it changed. */
export const DeviceStatistics = z.object({
  devices: z.number().int().meta({ description: 'number of devices' }),
  online: z.number().int().meta({ description: 'number of devices that are online now' }),
  items: z.array(OnlineItem).meta({
    description: 'the last 24 hours, the oldest first; without hours in which the service was down',
  }),
  wentOffline: WentOffline.meta({
    description: `devices that went offline in the last 24 hours and are offline now; at most ${WENT_OFFLINE_ITEMS} items`,
  }),
});
export type DeviceStatistics = z.infer<typeof DeviceStatistics>;
