import type { Request, RequestHandler, Response } from 'express';

/** Returns the middleware that does a step and then goes on with the request. */
export function middleware(step: (request: Request, response: Response) => unknown): RequestHandler {
  return async (request, response, next) => {
    await step(request, response);
    next();
  };
}
