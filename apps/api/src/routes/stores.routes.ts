import { ownIds } from '../auth/caller';
import type { AppContext } from '../context/app-context';
import { getEntry, listEntries, listStores, removeEntry, updateEntry } from '../features/stores/stores';
import { noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const storeRoutes = (context: AppContext) =>
  routeHandlers('stores', {
    list: ({ req, query }) => ok(listStores(context, req.caller, query)),
    listEntries: ({ req, params, query }) => ok(listEntries(context, ownIds(req, params), query)),
    getEntry: ({ req, params }) => ok(getEntry(context, ownIds(req, params))),
    updateEntry: ({ req, params, body }) => ok(updateEntry(context, ownIds(req, params), body)),
    removeEntry: ({ req, params, query }) =>
      noContent(removeEntry(context, ownIds(req, params), query.ifVersion)),
  });
