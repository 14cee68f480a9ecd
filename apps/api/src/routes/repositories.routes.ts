import { ownIds } from '../auth/caller';
import type { AppContext } from '../context/app-context';
import {
  createRepository,
  getRepository,
  listRepositories,
  removeRepository,
  rotateHookSecret,
  syncNow,
  updateRepository,
} from '../features/repositories/repositories';
import { listSyncs } from '../features/repositories/syncs';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const repositoryRoutes = (context: AppContext) =>
  routeHandlers('repositories', {
    list: ({ req, query }) => ok(listRepositories(context, req.caller.accountId, query)),
    create: ({ req, body }) => created(createRepository(context, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getRepository(context, ownIds(req, params))),
    update: ({ req, params, body }) => noContent(updateRepository(context, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeRepository(context, ownIds(req, params))),
    sync: ({ req, params }) => noContent(syncNow(context, ownIds(req, params))),
    listSyncs: ({ req, params, query }) => ok(listSyncs(context, ownIds(req, params), query)),
    rotateSecret: ({ req, params }) => created(rotateHookSecret(context, ownIds(req, params))),
  });
