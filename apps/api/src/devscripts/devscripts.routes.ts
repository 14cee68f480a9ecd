import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { created, noContent, ok } from '../http/respond';
import { readUpload, uploadedFiles } from '../http/uploads';
import { accepted, requester } from '../jobs/requester';
import { runDevscript, stopDevscript } from '../jobs/run-requests';
import { publishDevscript, setPricing, unpublishDevscript } from '../publishing/publishing';
import { submitReview, withdrawReview } from '../reviews/reviews';
import { devscriptValues } from '../scripts/values';
import type { Service } from '../service';
import {
  createDevscript,
  getDevscript,
  listDevscripts,
  removeDevscript,
  updateDevscript,
} from './devscripts';
import { getFile, listFiles, uploadFiles } from './files';

export const devscriptRoutes = (service: Service) =>
  initServer().router(contract.devscripts, {
    list: ({ req, query }) => ok(listDevscripts(service, req.caller.accountId, query)),
    get: ({ req, params }) => ok(getDevscript(service, req.caller.accountId, params.devscriptId)),
    create: ({ req, body }) => created(createDevscript(service, req.caller.accountId, body)),
    update: ({ req, params, body }) => noContent(updateDevscript(service, ownIds(req, params), body)),
    remove: ({ req, params }) =>
      noContent(removeDevscript(service, req.caller.accountId, params.devscriptId)),
    run: ({ req, res, params, body }) =>
      accepted(res, runDevscript(service, { ...requester(req), ...params }, body)),
    stop: ({ req, params, body }) => noContent(stopDevscript(service, ownIds(req, params), body)),
    uploadFiles: {
      middleware: [readUpload],
      handler: ({ req, params }) => noContent(uploadFiles(service, ownIds(req, params), uploadedFiles(req))),
    },
    listFiles: ({ req, params }) => ok(listFiles(service, req.caller.accountId, params.devscriptId)),
    getCode: ({ req, params }) => ok(getFile(service, ownIds(req, params), 'code')),
    getConfig: ({ req, params }) => ok(getFile(service, ownIds(req, params), 'config')),
    getValues: ({ req, params }) =>
      ok(devscriptValues.get(service, req.caller.accountId, params.devscriptId)),
    updateValues: ({ req, params, body }) =>
      noContent(
        devscriptValues.update(service, { accountId: req.caller.accountId, id: params.devscriptId }, body),
      ),
    submitReview: ({ req, params }) => created(submitReview(service, ownIds(req, params))),
    withdrawReview: ({ req, params }) => noContent(withdrawReview(service, ownIds(req, params))),
    setPricing: ({ req, params, body }) => noContent(setPricing(service, ownIds(req, params), body)),
    publish: ({ req, params }) => created(publishDevscript(service, ownIds(req, params))),
    unpublish: ({ req, params }) => noContent(unpublishDevscript(service, ownIds(req, params))),
  });
