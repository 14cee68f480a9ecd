import type { RequestHandler } from 'express';
import { ApiError } from '../errors/api-error';

/** Refuses what HTTP forbids, and makes the paths equal that callers mean alike. */
export const checkRequest: RequestHandler = (request, _response, next) => {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new ApiError('malformedRequest', { message: 'The request has no Host header. Send one.' });
  }
  request.url = joinSlashes(request.url).replace(/^\/api(?=\/v[12]\/)/, '');
  next();
};

/** Replaces repeated slashes in the path by one. A URL may have been joined from parts that end and start with one. */
export function joinSlashes(url: string): string {
  if (!url.startsWith('/') || !url.includes('//')) return url;
  const queryStart = url.indexOf('?');
  if (queryStart === -1) return url.replace(/\/{2,}/g, '/');
  return url.slice(0, queryStart).replace(/\/{2,}/g, '/') + url.slice(queryStart);
}
