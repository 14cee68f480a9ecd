import type { ErrorRequestHandler, Request } from 'express';
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../auth/caller';

declare module 'express-serve-static-core' {
  interface Request {
    /**
     * Confirms the caller of a request that goes on as its recent caller. Returns whether nothing about the caller has
     * changed. Fails if the credential is not valid any more, or does not suffice.
     */
    confirmCaller?: () => Promise<boolean>;
  }
}

/** Returns the function that confirms the caller of a request once, and then replaces it by what was found. */
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
 * Lets the handlers read while the caller is being confirmed, because both wait for the database. A result is returned
 * only to a confirmed caller, and is read again for one who has changed.
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
    // Its error counts only if the caller is confirmed.
    result.catch(() => undefined);
    return (await confirmation) ? result : handler(given);
  };
}

/** Lets a request fail because of its credential rather than with another error, as if its caller had been confirmed first. */
// oxlint-disable-next-line max-params -- Express recognizes an error handler by its four parameters
export const confirmBeforeError: ErrorRequestHandler = async (error, request, _response, next) => {
  await request.confirmCaller?.();
  next(error);
};
