import type { Policy } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import express, { type Request, type RequestHandler } from 'express';
import { ApiError } from '../errors/api-error';
import { parseJson } from './json';
import { bodyKindOf, policyOf } from './route-policy';

/** Longer bodies that nobody reads close the connection: receiving the rest would only cost time. */
const maxDiscardedBytes = BUDGET.httpBodyBytes.max;

/**
 * Reads a body of JSON or of form fields. `curl -d` sends JSON with the content type of a form, so the text decides. An
 * empty body is an empty object. Skips multipart bodies, which uploads read, and bodies that were read before. The body
 * of a route that takes none is not read.
 */
export const readBody: RequestHandler = (request, response, next) => {
  const kind = bodyKindOf(request);
  if (request.body !== undefined || kind === 'files') return next();
  if (kind === 'none') {
    if (!hasShortBody(request)) response.set('Connection', 'close');
    request.body = {};
    return next();
  }
  if (isType(request, 'multipart/')) return next();
  readText(bodyBytesOf(request))(request, response, (error?: unknown) => {
    if (error) return next(isTooLarge(error) ? tooLarge(bodyBytesOf(request)) : error);
    try {
      request.body = parse(request, textOf(request));
      next();
    } catch (failure) {
      next(failure);
    }
  });
};

/** Returns the size limit of the body of a request. Only the text of a known caller may be long. */
export function bodyBytesOf(request: Request): number {
  const { bodyBytes, isTokenParameter }: Policy = policyOf(request);
  if (isTokenParameter && !request.caller) return BUDGET.httpTokenBodyBytes.max;
  return bodyBytes ?? BUDGET.httpBodyBytes.max;
}

export function tooLarge(bytes: number): ApiError {
  return new ApiError('tooLarge', { message: `The body must have at most ${bytes} bytes.` });
}

function hasShortBody({ headers }: Request): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= maxDiscardedBytes
  );
}

const readers = new Map<number, RequestHandler>();

/** Returns the reader of bodies up to a size. There is one for each size that a policy names. */
function readText(limit: number): RequestHandler {
  const reader = readers.get(limit) ?? express.text({ limit, type: () => true });
  readers.set(limit, reader);
  return reader;
}

function isTooLarge(error: unknown): boolean {
  return (error as { status?: unknown }).status === 413;
}

function textOf(request: Request): string {
  return typeof request.body === 'string' ? request.body.trim() : '';
}

function parse(request: Request, text: string): unknown {
  if (text === '') return {};
  if (isType(request, 'application/x-www-form-urlencoded')) {
    return /^[[{]/.test(text) ? readJson(text) : Object.fromEntries(new URLSearchParams(text));
  }
  const hasNoType = request.headers['content-type'] === undefined;
  if (hasNoType || /^application\/([\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
    return readJson(text);
  }
  throw new ApiError('unsupportedContentType');
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('malformedBody', {
      message: `The body is not valid JSON: ${(error as Error).message}.`,
    });
  }
}

function isType(request: { headers: Request['headers'] }, prefix: string): boolean {
  return (request.headers['content-type'] ?? '').toLowerCase().startsWith(prefix);
}
