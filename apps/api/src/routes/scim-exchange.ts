import { BUDGET } from '@drover/contract/budget';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import { promisify } from 'node:util';
import type { AppContext } from '../context/app-context';
import { ApiError } from '../errors/api-error';
import { createAuditWriter } from '../features/audit/audit-writer';
import type { Change, ConnectedDirectory } from '../features/directory/memberships';
import { ScimError } from '../features/directory/scim-error';
import type { ListQuery } from '../features/directory/scim-lists';
import { readSelection, type Selection } from '../features/directory/scim-selection';
import { toApiError } from '../http/error-handler';
import { parseJson } from '../http/json';

export type ScimRequest = Request<{ id: string }>;

export function sendScim(response: Response, status: number, body: object): void {
  response.status(status).set('Cache-Control', 'no-store');
  response.set('Content-Type', 'application/scim+json; charset=utf-8').send(JSON.stringify(body));
}

/** Reads the query parameters of a list request. */
export const queryOf = (request: ScimRequest): ListQuery => ({
  filter: readParameter(request, 'filter'),
  startIndex: readParameter(request, 'startIndex'),
  count: readParameter(request, 'count'),
});

/** Reads which attributes are returned. */
export const selectionOf = (request: ScimRequest): Selection =>
  readSelection(readParameter(request, 'attributes'), readParameter(request, 'excludedAttributes'));

/** Reads a query parameter. Fails if it was sent several times. */
function readParameter({ query }: ScimRequest, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new ScimError(400, 'invalidValue', `${name} must be sent once.`);
}

const readText = promisify(express.text({ limit: BUDGET.directoryBodyBytes.max, type: () => true }));

export async function readScimBody(request: ScimRequest, response: Response): Promise<unknown> {
  if (request.method === 'DELETE') return undefined;
  await readText(request as Request, response);
  const text: unknown = request.body;
  try {
    return parseJson(typeof text === 'string' ? text : '');
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ScimError(400, 'invalidSyntax', 'The body is not valid JSON.');
  }
}

/** Creates the function that writes what a directory has changed to the audit log. */
export function createScimAudit(context: AppContext) {
  const writer = createAuditWriter(context);
  return async (
    request: ScimRequest,
    { accountId }: ConnectedDirectory,
    changes: Change[],
  ): Promise<void> => {
    const author = {
      ...{ accountId, tokenId: null, tokenName: 'Directory (SCIM)', tokenKind: 'personal' as const },
      ...{ personId: null, personName: null },
      ...{ address: request.ip ?? '', requestId: request.id as string },
    };
    for (const { action, targetId, before } of changes) {
      const target = { ...author, targetId, deviceIds: [] };
      await writer.write({ action, target: 'params.id' }, target, { row: before }).catch((error: unknown) => {
        context.log.error({ err: error, action, requestId: request.id }, 'could not write an audit entry');
      });
    }
  };
}

/** Responds with errors in the format of RFC 7644. */
// oxlint-disable-next-line max-params -- Express recognizes an error handler by its four parameters
export const scimErrorHandler: ErrorRequestHandler = (thrown: unknown, request, response, next) => {
  const error = thrown instanceof ScimError ? thrown : toApiError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown }, 'request failed');
  if (response.headersSent) return next(thrown);
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (retryAfterSeconds) response.set('Retry-After', String(retryAfterSeconds));
  if (error.status === 401) response.set('WWW-Authenticate', 'Bearer realm="drover"');
  // The rest of a body that was not read would be parsed as the next request.
  if (!request.complete) response.set('Connection', 'close');
  sendScim(response, error.status, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(error.status),
    scimType: scimTypeOf(error),
    detail: error.message,
  });
};

function scimTypeOf(error: ScimError | ApiError): string | undefined {
  if (error instanceof ScimError) return error.scimType;
  return error.status === 400 ? 'invalidSyntax' : undefined;
}
