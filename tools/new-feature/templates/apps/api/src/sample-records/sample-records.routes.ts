import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { created, noContent, ok } from '../http/respond';
import type { Service } from '../service';
import {
  createSampleRecord,
  getSampleRecord,
  listSampleRecords,
  removeSampleRecord,
  updateSampleRecord,
} from './sample-records';

export const sampleRecordRoutes = (service: Service) =>
  initServer().router(contract.sampleRecords, {
    list: ({ req, query }) => ok(listSampleRecords(service, req.caller.accountId, query)),
    create: ({ req, body }) => created(createSampleRecord(service, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getSampleRecord(service, req.caller.accountId, params.sampleRecordId)),
    update: ({ req, params, body }) => noContent(updateSampleRecord(service, ownIds(req, params), body)),
    remove: ({ req, params }) =>
      noContent(removeSampleRecord(service, req.caller.accountId, params.sampleRecordId)),
  });
