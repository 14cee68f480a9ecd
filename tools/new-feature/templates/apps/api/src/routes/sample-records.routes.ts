import { ownIds } from '../auth/caller';
import type { AppContext } from '../context/app-context';
import {
  createSampleRecord,
  getSampleRecord,
  listSampleRecords,
  removeSampleRecord,
  updateSampleRecord,
} from '../features/sample-records/sample-records';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const sampleRecordRoutes = (context: AppContext) =>
  routeHandlers('sampleRecords', {
    list: ({ req, query }) => ok(listSampleRecords(context, req.caller.accountId, query)),
    create: ({ req, body }) => created(createSampleRecord(context, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getSampleRecord(context, req.caller.accountId, params.sampleRecordId)),
    update: ({ req, params, body }) => noContent(updateSampleRecord(context, ownIds(req, params), body)),
    remove: ({ req, params }) =>
      noContent(removeSampleRecord(context, req.caller.accountId, params.sampleRecordId)),
  });
