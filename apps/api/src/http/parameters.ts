import { LIMITS } from '@drover/contract';
import type { RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import { ApiError } from '../errors/api-error';
import { parameterBodyBytes, readParameterBody } from './bodies';

const createFieldReader = (fieldSize: number) =>
  multer({ limits: { fieldSize, fields: 10, parts: 10, files: 0 } }).none();
const readAuthorized = createFieldReader(LIMITS.bodyBytes);
const readUnknown = createFieldReader(parameterBodyBytes);

/** Reads parameters from a body of JSON, form fields or multipart fields. */
export const readParameters: RequestHandler = (request, response, next) => {
  if (request.body !== undefined || !request.is('multipart/form-data')) {
    return readParameterBody(request, response, next);
  }
  const read = request.caller ? readAuthorized : readUnknown;
  read(request, response, (error: unknown) => {
    if (!error || error instanceof MulterError) return next(error);
    next(new ApiError('malformedRequest', { message: 'The multipart body is malformed.' }));
  });
};
