import type { AppContext } from '../context/app-context';
import { uploadPart } from '../features/input-files/content';
import {
  createInputFile,
  getInputFile,
  listInputFiles,
  removeInputFile,
} from '../features/input-files/input-files';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';
import { readPart, uploadedPart } from '../http/uploads';

export const inputFileRoutes = (context: AppContext) =>
  routeHandlers('inputFiles', {
    list: ({ req, query }) => ok(listInputFiles(context, req.caller.accountId, query)),
    get: ({ req, params }) => ok(getInputFile(context, { accountId: req.caller.accountId, ...params })),
    create: ({ req, body }) => created(createInputFile(context, req.caller.accountId, body)),
    uploadPart: {
      middleware: [readPart],
      handler: async ({ req, params, query: { offset = 0 } }) => {
        const ids = { accountId: req.caller.accountId, ...params };
        await uploadPart(context, ids, { offset, bytes: uploadedPart(req) });
        return ok(getInputFile(context, ids));
      },
    },
    remove: ({ req, params }) =>
      noContent(removeInputFile(context, { accountId: req.caller.accountId, ...params })),
  });
