import { LIMITS } from '@drover/contract';
import express, { type Request, type RequestHandler } from 'express';
import { ApiError } from '../errors/api-error';
import { parseJson } from './json';

/** Size limit of bodies from callers without a credential. */
const publicBodyBytes = 64 * 1024;

/**
 * Size limit of bodies that may contain the credential. They may also contain a long text, which is cut, not refused.
 */
export const parameterBodyBytes = 1024 * 1024;

const readText = (limit: number) =>
  express.text({ limit, type: (request) => !isType(request, 'multipart/') });
const readAuthorized = readText(LIMITS.bodyBytes);

/**
 * Reads a body of JSON or of form fields. `curl -d` sends JSON with the content type of a form, so the text decides. An
 * empty body is an empty object. Skips multipart bodies, which uploads read, and bodies that were read before.
 */
export const readBody = bodyReader(readText(publicBodyBytes));

/** Like `readBody`, for routes whose body may contain the credential. */
export const readParameterBody = bodyReader(readText(parameterBodyBytes));

function bodyReader(readUnknown: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.body !== undefined) return next();
    const read = request.caller ? readAuthorized : readUnknown;
    read(request, response, (error?: unknown) => {
      if (error) return next(error);
      try {
        if (!isType(request, 'multipart/')) request.body = parse(request, textOf(request));
        next();
      } catch (failure) {
        next(failure);
      }
    });
  };
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
