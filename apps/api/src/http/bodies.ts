import { LIMITS } from '@drover/contract';
import express, { type Request, type RequestHandler } from 'express';
import { ApiError } from './api-error';

/** Bodies that callers without a credential may send. */
const publicBodyBytes = 64 * 1024;

const readText = (limit: number) =>
  express.text({ limit, type: (request) => !isType(request, 'multipart/') });
const readAuthorized = readText(LIMITS.bodyBytes);
const readPublic = readText(publicBodyBytes);

/**
 * Reads the body as JSON, or as a form; what curl -d sends is JSON under a form's content type. No body is an empty
 * object. Multipart bodies are left to the upload.
 */
export const readBody: RequestHandler = (request, response, next) => {
  const read = request.caller ? readAuthorized : readPublic;
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

function textOf(request: Request): string {
  return typeof request.body === 'string' ? request.body.trim() : '';
}

function parse(request: Request, text: string): unknown {
  if (text === '') return {};
  if (isType(request, 'application/x-www-form-urlencoded')) {
    return /^[[{]/.test(text) ? parseJson(text) : Object.fromEntries(new URLSearchParams(text));
  }
  const hasNoType = request.headers['content-type'] === undefined;
  if (hasNoType || /^application\/([\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
    return parseJson(text);
  }
  throw new ApiError('unsupportedContentType');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ApiError('malformedBody', {
      message: `The body is not valid JSON: ${(error as Error).message}.`,
    });
  }
}

function isType(request: { headers: Request['headers'] }, prefix: string): boolean {
  return (request.headers['content-type'] ?? '').toLowerCase().startsWith(prefix);
}
