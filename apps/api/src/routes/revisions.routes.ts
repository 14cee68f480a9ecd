import { ownIds } from '../auth/caller';
import type { AppContext } from '../context/app-context';
import {
  getRevision,
  getRevisionFile,
  listRevisions,
  restoreRevision,
  updateRevision,
} from '../features/devscripts/revisions';
import { getRevisionProject } from '../features/devscripts/projects';
import { readAuthor } from '../http/author';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const revisionRoutes = (context: AppContext) =>
  routeHandlers('revisions', {
    list: ({ req, params, query }) => ok(listRevisions(context, ownIds(req, params), query)),
    get: ({ req, params }) => ok(getRevision(context, ownIds(req, params))),
    getCode: ({ req, params }) => ok(getRevisionFile(context, ownIds(req, params), 'code')),
    getConfig: ({ req, params }) => ok(getRevisionFile(context, ownIds(req, params), 'config')),
    getSchema: ({ req, params }) => ok(getRevisionFile(context, ownIds(req, params), 'schema')),
    getProject: ({ req, params }) => ok(getRevisionProject(context, ownIds(req, params))),
    update: ({ req, params, body }) => noContent(updateRevision(context, ownIds(req, params), body)),
    restore: ({ req, params }) => created(restoreRevision(context, ownIds(req, params), readAuthor(req))),
  });
