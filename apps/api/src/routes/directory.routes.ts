import type { AppContext } from '../context/app-context';
import {
  createDirectoryToken,
  getDirectory,
  removeDirectoryToken,
  updateDirectory,
} from '../features/directory/directory';
import { listPendingUsers } from '../features/directory/pending-users';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const directoryRoutes = (context: AppContext) =>
  routeHandlers('directory', {
    get: ({ req }) => ok(getDirectory(context, req.caller.accountId)),
    update: ({ req, body }) => noContent(updateDirectory(context, req.caller.accountId, body)),
    listPending: ({ req, query }) => ok(listPendingUsers(context, req.caller.accountId, query)),
    createToken: ({ req }) => created(createDirectoryToken(context, req.caller)),
    removeToken: ({ req }) => noContent(removeDirectoryToken(context, req.caller.accountId)),
  });
