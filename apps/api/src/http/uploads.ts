import { LIMITS } from '@drover/contract';
import type { RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import { ApiError } from '../errors/api-error';

const files = multer({
  limits: {
    fileSize: LIMITS.uploadFileBytes,
    files: LIMITS.uploadFiles,
    fields: 10,
    fieldSize: 64 * 1024,
    parts: LIMITS.uploadFiles + 10,
  },
  defParamCharset: 'utf8',
}).fields([
  { name: 'data', maxCount: LIMITS.uploadFiles },
  { name: 'file', maxCount: LIMITS.uploadFiles },
]);

/** An uploaded file. It is held in memory, because its size is limited. */
export interface UploadedFile {
  name: string;
  mimeType: string;
  bytes: Buffer;
}

/**
 * Reads the files of a multipart body. Their parts are named `data`, as documented, or `file`, as existing editors
 * send.
 */
export const readUpload: RequestHandler = (request, response, next) => {
  if (!request.is('multipart/form-data')) {
    return next(
      new ApiError('unsupportedContentType', { message: 'Send the files as multipart/form-data.' }),
    );
  }
  files(request, response, (error: unknown) => {
    if (!error) return next();
    const isKnown = error instanceof MulterError;
    next(
      isKnown
        ? error
        : new ApiError('malformedRequest', {
            message: `The multipart body is malformed: ${(error as Error).message}.`,
          }),
    );
  });
};

/** Returns the files that `readUpload` has read, under either part name. */
export function uploadedFiles(request: Express.Request): UploadedFile[] {
  const parts = Object.values((request.files ?? {}) as Record<string, Express.Multer.File[]>).flat();
  return parts.map((part) => ({ name: part.originalname, mimeType: part.mimetype, bytes: part.buffer }));
}
