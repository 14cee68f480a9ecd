import { Devscript } from '@drover/contract';
import { ownIds } from '../auth/caller';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';
import { okList } from '../http/stream';
import { readUpload, uploadedFiles } from '../http/uploads';
import { readAuthor } from '../http/author';
import { accepted, requester } from '../http/requester';
import { runDevscript, stopDevscript } from '../features/jobs/run-requests';
import { publishDevscript, setPricing, unpublishDevscript } from '../features/publishing/publishing';
import { submitReview, withdrawReview } from '../features/reviews/reviews';
import { devscriptValues } from '../features/scripts/values';
import type { AppContext } from '../context/app-context';
import {
  createDevscript,
  getDevscript,
  listDevscripts,
  removeDevscript,
  updateDevscript,
} from '../features/devscripts/devscripts';
import { getProject, uploadProject } from '../features/devscripts/projects';
import { getFile, listFiles, uploadFiles } from '../features/devscripts/files';

export const devscriptRoutes = (context: AppContext) =>
  routeHandlers('devscripts', {
    list: ({ req, res, query }) =>
      okList(res, Devscript, listDevscripts(context, req.caller.accountId, query)),
    get: ({ req, params }) => ok(getDevscript(context, req.caller.accountId, params.devscriptId)),
    create: ({ req, body }) => created(createDevscript(context, req.caller.accountId, body)),
    update: ({ req, params, body }) => noContent(updateDevscript(context, ownIds(req, params), body)),
    remove: ({ req, params }) =>
      noContent(removeDevscript(context, req.caller.accountId, params.devscriptId)),
    run: ({ req, res, params, body }) =>
      accepted(res, runDevscript(context, { ...requester(req), ...params }, body)),
    stop: ({ req, params, body }) => noContent(stopDevscript(context, ownIds(req, params), body)),
    uploadFiles: {
      middleware: [readUpload],
      handler: ({ req, params }) =>
        noContent(
          uploadFiles(context, ownIds(req, params), { uploads: uploadedFiles(req), author: readAuthor(req) }),
        ),
    },
    listFiles: ({ req, params }) => ok(listFiles(context, req.caller.accountId, params.devscriptId)),
    getCode: ({ req, params }) => ok(getFile(context, ownIds(req, params), 'code')),
    getConfig: ({ req, params }) => ok(getFile(context, ownIds(req, params), 'config')),
    getSchema: ({ req, params }) => ok(getFile(context, ownIds(req, params), 'schema')),
    uploadProject: ({ req, params, body }) =>
      noContent(uploadProject(context, ownIds(req, params), { project: body, author: readAuthor(req) })),
    getProject: ({ req, params }) => ok(getProject(context, ownIds(req, params))),
    getValues: ({ req, params }) =>
      ok(devscriptValues.get(context, req.caller.accountId, params.devscriptId)),
    updateValues: ({ req, params, body }) =>
      noContent(
        devscriptValues.update(context, { accountId: req.caller.accountId, id: params.devscriptId }, body),
      ),
    submitReview: ({ req, params }) => created(submitReview(context, ownIds(req, params))),
    withdrawReview: ({ req, params }) => noContent(withdrawReview(context, ownIds(req, params))),
    setPricing: ({ req, params, body }) => noContent(setPricing(context, ownIds(req, params), body)),
    publish: ({ req, params }) => created(publishDevscript(context, ownIds(req, params))),
    unpublish: ({ req, params }) => noContent(unpublishDevscript(context, ownIds(req, params))),
  });
