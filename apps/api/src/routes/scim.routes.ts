import { BUDGET } from '@drover/contract/budget';
import { Router, type RequestHandler, type Response } from 'express';
import { headerToken } from '../auth/caller';
import type { AppContext } from '../context/app-context';
import { findDirectory, SCIM_PATH } from '../features/directory/directory';
import {
  createGroup,
  getGroup,
  listGroups,
  patchGroup,
  removeGroup,
  replaceGroup,
} from '../features/directory/groups';
import type { ConnectedDirectory } from '../features/directory/memberships';
import { describeSchemas, describeService, describeTypes } from '../features/directory/scim-descriptions';
import { ScimError, scimNotFound } from '../features/directory/scim-error';
import { isSelected, select, type Selection } from '../features/directory/scim-selection';
import {
  createUser,
  getUser,
  listUsers,
  patchUser,
  removeUser,
  replaceUser,
  type Changed,
  type Served,
} from '../features/directory/users';
import { limitTokenRate } from '../http/rate-limits';
import { limitFairly } from '../tasks/limit-fairly';
import {
  createScimAudit,
  queryOf,
  readScimBody,
  scimErrorHandler,
  selectionOf,
  sendScim,
  type ScimRequest,
} from './scim-exchange';

type Read = (context: AppContext, served: Served, request: ScimRequest) => Promise<object>;
type Write = (context: AppContext, served: Served, request: ScimRequest) => Promise<Changed>;

const reads: Record<string, Read> = {
  '/ServiceProviderConfig': async (_context, { url }) => describeService(url),
  '/ResourceTypes': async (_context, { url }) => describeTypes(url),
  '/Schemas': async (_context, { url }) => describeSchemas(url),
  '/Users': (context, served, request) => listUsers(context, served, queryOf(request)),
  '/Users/:id': (context, served, { params }) => getUser(context, served, params.id),
  '/Groups': (context, served, request) => listGroups(context, served, queryOf(request)),
  '/Groups/:id': (context, served, request) =>
    getGroup(context, served, {
      id: request.params.id,
      isShort: !isSelected(selectionOf(request), 'members'),
    }),
};

const withBody = ({ params: { id }, body }: ScimRequest) => ({ id, body: body as unknown });

const writes: Record<string, Partial<Record<'post' | 'put' | 'patch' | 'delete', Write>>> = {
  '/Users': { post: (context, served, { body }) => createUser(context, served, body) },
  '/Users/:id': {
    put: (context, served, request) => replaceUser(context, served, withBody(request)),
    patch: (context, served, request) => patchUser(context, served, withBody(request)),
    delete: (context, served, { params }) => removeUser(context, served, params.id),
  },
  '/Groups': { post: (context, served, { body }) => createGroup(context, served, body) },
  '/Groups/:id': {
    put: (context, served, request) => replaceGroup(context, served, withBody(request)),
    patch: (context, served, request) => patchGroup(context, served, withBody(request)),
    delete: (context, served, { params }) => removeGroup(context, served, params.id),
  },
};

const directoryOf = ({ locals }: Response) => locals.directory as ConnectedDirectory;

/** Serves the requests that directories send by SCIM 2.0 (RFC 7644). They have a token of their own. */
export function scimRoutes(context: AppContext): Router {
  const limit = limitFairly(BUDGET.directoryRequestsAtOnce.max);
  const audit = createScimAudit(context);
  const run = <Result>(response: Response, task: (served: Served) => Promise<Result>): Promise<Result> => {
    const served = { ...directoryOf(response), url: new URL(SCIM_PATH, context.publicUrl).href };
    return limit(served.accountId, () => task(served));
  };
  const router = Router();
  router.use(identify(context));
  router.use(limitTokenRate(context, (_request, response) => directoryOf(response).accountId));
  for (const [path, read] of Object.entries(reads)) {
    router.get(path, async (request, response) => {
      const scimRequest = assertId(request as unknown as ScimRequest);
      const selection = selectionOf(scimRequest);
      const resource = await run(response, (served) => read(context, served, scimRequest));
      sendScim(response, 200, select(resource, selection));
    });
  }
  for (const [path, methods] of Object.entries(writes)) {
    for (const [method, write] of Object.entries(methods)) {
      router[method as keyof typeof methods](path, async (request, response) => {
        const scimRequest = assertId(request as unknown as ScimRequest);
        const selection = selectionOf(scimRequest);
        request.body = await readScimBody(scimRequest, response);
        const changed = await run(response, (served) => write(context, served, scimRequest));
        await audit(scimRequest, directoryOf(response), changed.changes);
        answer(response, changed, { isNew: method === 'post', selection });
      });
    }
  }
  router.use(() => {
    throw new ScimError(404, undefined, 'This server has Users, Groups and their descriptions.');
  });
  router.use(scimErrorHandler);
  return Router().use(SCIM_PATH, router);
}

/** Finds the directory whose token a request has. */
function identify(context: AppContext): RequestHandler {
  return async (request, response, next) => {
    response.locals.directory = await findDirectory(context, headerToken(request));
    next();
  };
}

/** A text that is no ID belongs to no record. */
function assertId(request: ScimRequest): ScimRequest {
  if (/^[0-9a-f]{24}$/.test(request.params.id ?? '0'.repeat(24))) return request;
  throw scimNotFound();
}

function answer(
  response: Response,
  { resource }: Changed,
  { isNew, selection }: { isNew: boolean; selection: Selection },
): void {
  if (!resource) {
    response.status(204).end();
    return;
  }
  if (isNew) response.location(resource.meta.location);
  sendScim(response, isNew ? 201 : 200, select(resource, selection));
}
