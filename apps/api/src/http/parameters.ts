import { LIMITS } from '@drover/contract';
import type { RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import { ApiError } from './api-error';
import { parameterBodyBytes, readParameterBody } from './bodies';

const fields = (fieldSize: number) =>
  multer({ limits: { fieldSize, fields: 10, parts: 10, files: 0 } }).none();
const readAuthorized = fields(LIMITS.bodyBytes);
const readUnknown = fields(parameterBodyBytes);

/** Reads parameters from a body of any kind that a form can be sent as: JSON, a form, or the fields of multipart. */
export const readParameters: RequestHandler = (request, response, next) => {
  if (request.body !== undefined || !request.is('multipart/form-data')) {
    return readParameterBody(request, response, next);
  }
  const read = request.caller ? readAuthorized : readUnknown;
  read(request, response, (error: unknown) => {
    if (!error || error instanceof MulterError) return next(error);
    next(new ApiError('malformedRequest', { message: 'The multipart body is broken.' }));
  });
};
