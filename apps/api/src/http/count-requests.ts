import type { RequestHandler } from 'express';
import type { AppContext } from '../context/app-context';
import { formatLocalTime } from '../records/local-time';

/** Counts the requests of access tokens. Requests of the console do not count. */
export function countRequests({ requestCounts, settings }: AppContext): RequestHandler {
  return ({ caller }, _response, next) => {
    if (caller?.kind === 'personal') {
      requestCounts.add(caller.accountId, formatLocalTime(new Date(), settings.TZ).slice(0, 7));
    }
    next();
  };
}
