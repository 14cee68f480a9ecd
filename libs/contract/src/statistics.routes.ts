import { policy } from './policy';
import { defineRoutes } from './route';
import {
  DeviceStatistics,
  ScriptStatisticsFilter,
  ScriptStatisticsList,
  Statistics,
  StatisticsFilter,
} from './statistics.schemas';

export const statistics = defineRoutes({
  get: {
    method: 'GET',
    path: '/v1/statistics',
    summary: 'Count runs per hour or day by state',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: StatisticsFilter,
    responses: { 200: Statistics },
  },
  listScripts: {
    method: 'GET',
    path: '/v1/statistics/scripts',
    summary: 'List the scripts with the most runs: runs by state, durations and latencies',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: ScriptStatisticsFilter,
    responses: { 200: ScriptStatisticsList },
  },
  getDevices: {
    method: 'GET',
    path: '/v1/statistics/devices',
    summary: 'Count devices that are online, now and in the last 24 hours',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    responses: { 200: DeviceStatistics },
  },
});
