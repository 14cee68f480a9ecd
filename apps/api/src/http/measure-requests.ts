import type { RequestHandler } from 'express';
import type { AppContext } from '../context/app-context';

/** Measures requests by route of the contract. All other paths count as `other`. An event stream lasts until it closes. */
export function measureRequests({ foreground, metrics }: AppContext): RequestHandler {
  return (request, response, next) => {
    const end = metrics.requestDuration.startTimer();
    response.once('close', foreground.begin());
    response.once('finish', () => {
      const { tsRestRoute } = request as { tsRestRoute?: { path: string } };
      const route = tsRestRoute?.path ?? 'other';
      end({ method: request.method, route, status: String(response.statusCode) });
    });
    next();
  };
}
