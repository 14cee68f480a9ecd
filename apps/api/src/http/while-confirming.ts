import type { ErrorRequestHandler, Request } from 'express';
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../auth/caller';

declare module 'express-serve-static-core' {
  interface Request {
    /**
     * Looks the caller up in the database, if the request was started with a cached caller. Returns whether the cached
     * caller was up to date. Rejects if the credential is no longer valid, or lacks the required rights.
     */
    confirmCaller?: () => Promise<boolean>;
  }
}

/** Creates the `confirmCaller` of a request. It looks the caller up only once, and updates `request.caller`. */
export function createConfirmation(
  request: Request,
  recent: Caller,
  findCaller: () => Promise<Caller | undefined>,
): () => Promise<boolean> {
  const confirm = async () => {
    const caller = await findCaller();
    if (caller) request.caller = caller;
    return isDeepStrictEqual(caller, recent);
  };
  let confirmed: Promise<boolean> | undefined;
  return () => (confirmed ??= confirm());
}

interface HandlerArguments {
  req: Request;
}
type Handler = (given: HandlerArguments) => Promise<unknown>;

/**
 * Wraps handlers so that they run while the caller is being confirmed, because both wait for the database. The result is
 * withheld until then. If the cached caller was out of date, the handler runs again.
 */
export function whileConfirming<Endpoints extends object>(endpoints: Endpoints): Endpoints {
  const entries = Object.entries(endpoints).map(([name, endpoint]: [string, object]) => {
    if (typeof endpoint === 'function') return [name, readWhileConfirming(endpoint as Handler)];
    // The endpoints of a feature, or an endpoint with middleware.
    return [name, Array.isArray(endpoint) ? endpoint : whileConfirming(endpoint)];
  });
  return Object.fromEntries(entries) as Endpoints;
}

function readWhileConfirming(handler: Handler): Handler {
  return async (given) => {
    const { confirmCaller } = given.req;
    if (!confirmCaller) return handler(given);
    const confirmation = confirmCaller();
    const result = (async () => handler(given))();
    // An error is thrown below, once the caller is confirmed.
    result.catch(() => undefined);
    return (await confirmation) ? result : handler(given);
  };
}

/** Confirms the caller before an error is sent, so that an invalid credential takes precedence over other errors. */
// oxlint-disable-next-line max-params -- Express recognizes an error handler by its four parameters
export const confirmBeforeError: ErrorRequestHandler = async (error, request, _response, next) => {
  await request.confirmCaller?.();
  next(error);
};
