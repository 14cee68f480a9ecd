import type { AppContext } from '../context/app-context';
import { getEntry, listEntries, listStores, removeEntry, updateEntry } from '../features/stores/stores';
import { noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const storeRoutes = (context: AppContext) =>
  routeHandlers('stores', {
    list: ({ req, query }) => ok(listStores(context, req.caller.accountId, query)),
    listEntries: ({ req, params, query }) =>
      ok(listEntries(context, { accountId: req.caller.accountId, ...params }, query)),
    getEntry: ({ req, params }) => ok(getEntry(context, { accountId: req.caller.accountId, ...params })),
    updateEntry: ({ req, params, body }) =>
      ok(updateEntry(context, { accountId: req.caller.accountId, ...params }, body)),
    removeEntry: ({ req, params, query }) =>
      noContent(removeEntry(context, { accountId: req.caller.accountId, ...params }, query.ifVersion)),
  });
