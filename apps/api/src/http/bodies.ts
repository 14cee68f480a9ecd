import type { Policy } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { promisify } from 'node:util';
import type { AppContext } from '../context/app-context';
import { ApiError } from '../errors/api-error';
import { parseJson } from './json';
import { isPlainText, readLongText } from './long-text';
import { bodyKindOf, policyOf } from './route-policy';

/** Longer bodies that nobody reads close the connection: receiving the rest would only cost time. */
const maxDiscardedBytes = BUDGET.httpBodyBytes.max;

/** Texts that were read and are not parsed yet. */
const unparsed = new WeakMap<Request, string>();

type BodyContext = Pick<AppContext, 'foreground'>;

/**
 * Reads a body of JSON or of form fields, for `parseBody`. Skips multipart bodies, which uploads read, and bodies that
 * were read before. The body of a route that takes none is not read.
 */
export async function readBody(
  { foreground }: BodyContext,
  request: Request,
  response: Response,
): Promise<void> {
  const kind = bodyKindOf(request);
  if (request.body !== undefined || kind === 'files') return;
  if (kind === 'none') {
    if (!hasShortBody(request)) response.set('Connection', 'close');
    request.body = {};
    return;
  }
  if (isType(request, 'multipart/')) return;
  const maxBytes = bodyBytesOf(request);
  const isLong = !hasShortBody(request) && isPlainText(request);
  const text = isLong
    ? await readLongText(request, { maxBytes, tooLarge: tooLarge(maxBytes), foreground })
    : await readText(request, response, maxBytes);
  unparsed.set(request, text);
}

/**
 * Parses the text that `readBody` has read. `curl -d` sends JSON with the content type of a form, so the text decides. An
 * empty body is an empty object.
 */
export function parseBody(request: Request): void {
  const text = unparsed.get(request);
  if (text !== undefined) request.body = parse(request, text.trim());
  unparsed.delete(request);
}

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
function readerOf(limit: number): RequestHandler {
  const reader = readers.get(limit) ?? express.text({ limit, type: () => true });
  readers.set(limit, reader);
  return reader;
}

async function readText(request: Request, response: Response, maxBytes: number): Promise<string> {
  try {
    await promisify(readerOf(maxBytes))(request, response);
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(maxBytes) : error;
  }
  return typeof request.body === 'string' ? request.body : '';
}

function isTooLarge(error: unknown): boolean {
  return (error as { status?: unknown }).status === 413;
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
