import type { AppContext } from '../context/app-context';
import { getDeviceStatistics } from '../features/statistics/device-statistics';
import { listScriptStatistics } from '../features/statistics/script-statistics';
import { getStatistics } from '../features/statistics/statistics';
import { ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const statisticsRoutes = (context: AppContext) =>
  routeHandlers('statistics', {
    get: ({ req, query }) => ok(getStatistics(context, req.caller, query)),
    getDevices: ({ req }) => ok(getDeviceStatistics(context, req.caller)),
    listScripts: ({ req, query }) => ok(listScriptStatistics(context, req.caller, query)),
  });
