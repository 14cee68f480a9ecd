import type { RequestHandler } from 'express';
import type { Service } from '../service';

/** Measures requests by the routes of the contract; all others are one. Streams last as long as they are watched. */
export function measureRequests({ metrics }: Service): RequestHandler {
  return (request, response, next) => {
    const end = metrics.requestDuration.startTimer();
    response.once('finish', () => {
      const { tsRestRoute } = request as { tsRestRoute?: { path: string } };
      const route = tsRestRoute?.path ?? 'other';
      end({ method: request.method, route, status: String(response.statusCode) });
    });
    next();
  };
}
