import { approvalGate } from '../auth/approval-gate';
import { ownIds, type Caller } from '../auth/caller';
import { created, noContent, ok } from '../http/respond';
import { requester } from '../http/requester';
import type { AppContext } from '../context/app-context';
import { listOccurrences } from '../features/schedules/occurrences';
import {
  createSchedule,
  getSchedule,
  listSchedules,
  previewSchedule,
  removeSchedule,
  updateSchedule,
} from '../features/schedules/schedules';
import { runSchedule } from '../features/schedules/start';
import { routeHandlers } from '../http/route-handlers';

/** The workspace of a change, and what needs approval. */
const changeOf = (caller: Caller) => ({ accountId: caller.accountId, gate: approvalGate(caller) });

export const scheduleRoutes = (context: AppContext) =>
  routeHandlers('schedules', {
    list: ({ req, query }) => ok(listSchedules(context, req.caller, query)),
    create: ({ req, body }) => created(createSchedule(context, changeOf(req.caller), body)),
    // Must come before the route whose path accepts any text as ID.
    preview: ({ query }) => ok(previewSchedule(context, query)),
    get: ({ req, params }) => ok(getSchedule(context, ownIds(req, params))),
    update: ({ req, params, body }) =>
      noContent(updateSchedule(context, { ...params, ...changeOf(req.caller) }, body)),
    remove: ({ req, params }) => noContent(removeSchedule(context, ownIds(req, params))),
    run: ({ req, params }) => created(runSchedule(context, { ...params, ...requester(req) })),
    listOccurrences: ({ req, params, query }) => ok(listOccurrences(context, ownIds(req, params), query)),
  });
