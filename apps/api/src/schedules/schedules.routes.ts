import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { created, noContent, ok } from '../http/respond';
import { requester } from '../jobs/requester';
import type { Service } from '../service';
import { listOccurrences } from './occurrences';
import {
  createSchedule,
  getSchedule,
  listSchedules,
  previewSchedule,
  removeSchedule,
  updateSchedule,
} from './schedules';
import { runSchedule } from './start';

export const scheduleRoutes = (service: Service) =>
  initServer().router(contract.schedules, {
    list: ({ req, query }) => ok(listSchedules(service, req.caller.accountId, query)),
    create: ({ req, body }) => created(createSchedule(service, req.caller.accountId, body)),
    // Before the route whose path takes any word for an id.
    preview: ({ query }) => ok(previewSchedule(service, query)),
    get: ({ req, params }) => ok(getSchedule(service, ownIds(req, params))),
    update: ({ req, params, body }) => noContent(updateSchedule(service, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeSchedule(service, ownIds(req, params))),
    run: ({ req, params }) => created(runSchedule(service, { ...params, ...requester(req) })),
    listOccurrences: ({ req, params, query }) => ok(listOccurrences(service, ownIds(req, params), query)),
  });
