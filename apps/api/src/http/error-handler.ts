import type { ErrorBody, FieldError } from '@drover/contract';
import { cutChars, LIMITS } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { RequestValidationError } from '@ts-rest/express';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { MulterError } from 'multer';
import type { z } from 'zod';
import { isDatabaseUnavailable } from '../database/availability';
import type { AppContext } from '../context/app-context';
import { ApiError } from '../errors/api-error';

/** Responds to requests that match no route. */
export const notFoundHandler: RequestHandler = (request) => {
  throw new ApiError('noSuchRoute', { message: `There is no ${request.method} ${request.path}. See /docs.` });
};

/**
 * Responds with the error in the common format. Unknown errors become a 500 without details, which only the log has.
 */
export function errorHandler(context: AppContext): ErrorRequestHandler {
  // oxlint-disable-next-line max-params -- Express recognizes an error handler by its four parameters
  return (thrown: unknown, request, response, next) => {
    const error = toApiError(thrown);
    if (error.status >= 500) request.log.error({ err: thrown }, 'request failed');
    if (response.headersSent) return next(thrown);
    if (error.retryAfterSeconds) response.set('Retry-After', String(error.retryAfterSeconds));
    if (error.status === 401) response.set('WWW-Authenticate', 'token realm="drover"');
    const body: ErrorBody = {
      code: error.code,
      message: describe(error),
      documentation_url: `${context.publicUrl}/docs#error-${error.code}`,
      ...(error.errors && { errors: listErrors(error.errors) }),
      ...(error.approvalId !== undefined && { approvalId: error.approvalId }),
      requestId: request.id as string,
    };
    // Closes the connection, because the rest of an unread body would be parsed as the next request.
    if (!request.complete) response.set('Connection', 'close');
    response.status(error.status).json(body);
  };
}

/** Returns the message, which says how many errors are not listed. */
function describe({ message, errors = [] }: ApiError): string {
  const others = errors.length - BUDGET.httpFieldErrors.max;
  return others > 0 ? `${shorten(message)} Errors not listed: ${others}.` : shorten(message);
}

/** Texts may quote the request, which may be long. */
function shorten(text: string): string {
  const max = BUDGET.httpErrorTextChars.max;
  return text.length <= max ? text : `${cutChars(text, max - 2)} …`;
}

function listErrors(errors: FieldError[]): FieldError[] {
  return errors
    .slice(0, BUDGET.httpFieldErrors.max)
    .map(({ path, message }) => ({ path: shorten(path), message: shorten(message) }));
}

/** Converts everything that is thrown into an error with a status. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof RequestValidationError) return fromValidation(thrown);
  if (thrown instanceof MulterError) return fromUpload(thrown);
  if (isDatabaseUnavailable(thrown)) return new ApiError('unavailable', { retryAfterSeconds: 2 });
  return fromStatus(thrown) ?? new ApiError('internal');
}

function fromValidation({ pathParams, query, body }: RequestValidationError): ApiError {
  if (pathParams) return new ApiError('notFound');
  const issues = [...fieldErrors(query), ...fieldErrors(body)];
  const [first] = issues;
  const message = first && `${shorten(first.path) || 'body'}: ${shorten(first.message)}.`;
  return new ApiError('invalidParameters', { message, errors: issues });
}

function fieldErrors(error: unknown): FieldError[] {
  const issues = (error as z.ZodError | null)?.issues ?? [];
  return issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
}

function fromUpload(error: MulterError): ApiError {
  if (error.code === 'LIMIT_FILE_SIZE') {
    return new ApiError('tooLarge', { message: `A file is larger than ${LIMITS.uploadFileBytes} bytes.` });
  }
  if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT') {
    return new ApiError('invalidParameters', {
      message: `Send at most ${LIMITS.uploadFiles} files as parts named "data".`,
      errors: [{ path: error.field ?? 'data', message: 'must not be the name of so many files' }],
    });
  }
  return new ApiError('malformedRequest', { message: `The multipart body is malformed: ${error.message}.` });
}

/** Converts errors of Express and its body parsers, which have a status. */
function fromStatus(thrown: unknown): ApiError | undefined {
  const { status, message } = (thrown ?? {}) as { status?: unknown; message?: unknown };
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  if (status === 413) return new ApiError('tooLarge');
  if (status === 415) return new ApiError('unsupportedContentType');
  return new ApiError('malformedRequest', { message: `The request could not be read: ${String(message)}.` });
}
