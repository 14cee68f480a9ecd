import { resolve } from 'node:path';
import type { AppContext } from '../context/app-context';
import { exportArchive } from '../features/archives/export';
import { importArchive } from '../features/archives/import';
import { readAuthor } from '../http/author';
import { ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';
import { archiveReader, uploadedPath } from '../http/uploads';

export const archiveRoutes = (context: AppContext) =>
  routeHandlers('archives', {
    export: ({ req, res, query }) =>
      exportArchive(context, res, { ...query, accountId: req.caller.accountId }),
    import: {
      middleware: [archiveReader(resolve(context.settings.DATA_DIR, 'imports'))],
      handler: ({ req, query: { dryRun: isDryRun = false } }) => {
        const request = { accountId: req.caller.accountId, author: readAuthor(req), isDryRun };
        return ok(importArchive(context, request, uploadedPath(req)));
      },
    },
  });
