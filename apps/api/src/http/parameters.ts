import type { Request, RequestHandler, Response } from 'express';
import multer, { MulterError } from 'multer';
import { promisify } from 'node:util';
import { ApiError } from '../errors/api-error';
import type { AppContext } from '../context/app-context';
import { bodyBytesOf, parseBody, readBody, tooLarge } from './bodies';

/** Fields of a form. Only two are parameters, but others are tolerated. */
const maxFields = 10;

/**
 * Reads parameters from a body of JSON, form fields or multipart fields. It may contain the credential, and a long text,
 * which is cut, not refused.
 */
export async function readParameters(
  context: AppContext,
  request: Request,
  response: Response,
): Promise<void> {
  if (request.body === undefined && request.is('multipart/form-data')) {
    return promisify(readFields)(request, response);
  }
  await readBody(context, request, response);
  parseBody(request);
}

const readFields: RequestHandler = (request, response, next) => {
  const limit = bodyBytesOf(request);
  const form = multer({ limits: { fieldSize: limit, fields: maxFields, parts: maxFields, files: 0 } });
  let bytes = 0;
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limit) return;
    request.unpipe();
    finish(tooLarge(limit));
  };
  let isFinished = false;
  const finish = (error?: unknown) => {
    request.off('data', onData);
    if (isFinished) return;
    isFinished = true;
    if (!error || error instanceof MulterError || error instanceof ApiError) return next(error);
    next(new ApiError('malformedRequest', { message: 'The multipart body is malformed.' }));
  };
  form.none()(request, response, finish);
  request.on('data', onData);
};
