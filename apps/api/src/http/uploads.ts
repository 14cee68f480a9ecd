import { LIMITS } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import type { Request, RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, invalid } from '../errors/api-error';

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

const part = multer({
  limits: { fileSize: BUDGET.inputFilePartBytes.max, files: 1, fields: 0, parts: 2 },
}).single('data');

/**
 * Reads the files of a multipart body. Their parts are named `data`, as documented, or `file`, as existing editors
 * send.
 */
export const readUpload = multipartReader(files);

/** Reads a part of an input file, the part `data` of a multipart body. */
export const readPart = multipartReader(
  limitedReader(part, `A part of an input file has at most ${BUDGET.inputFilePartBytes.max} bytes.`),
);

/** Age at which an archive belongs to no import any more. */
const archiveMs = 24 * 60 * 60 * 1000;

/**
 * Creates a reader that writes an archive, the part `data` of a multipart body, to a folder until the request ends, if its
 * handler does not delete it before. */
export function archiveReader(folder: string): RequestHandler {
  removeOldFiles(folder, archiveMs);
  const storage = multer.diskStorage({
    destination: (_request, _file, done) =>
      void mkdir(folder, { recursive: true, mode: 0o700 }).then(
        () => done(null, folder),
        (error: Error) => done(error, folder),
      ),
  });
  const limits = { fileSize: BUDGET.archiveBytes.max, files: 1, fields: 0, parts: 2 };
  const read = multer({ storage, limits }).single('data');
  const reader = multipartReader(
    limitedReader(read, `An archive has at most ${BUDGET.archiveBytes.max} bytes.`),
  );
  return (request, response, next) => {
    // A request may be refused after its body was read, before a handler runs.
    response.once('close', () => {
      if (request.file) void rm(request.file.path, { force: true }).catch(() => undefined);
    });
    reader(request, response, next);
  };
}

/** Deletes what a server left that ended in the middle of an import. */
function removeOldFiles(folder: string, ms: number): void {
  if (!existsSync(folder)) return;
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    // Another server may delete it at the same time.
    const file = statSync(path, { throwIfNoEntry: false });
    if (file && file.mtimeMs < Date.now() - ms) rmSync(path, { force: true });
  }
}

/** Says how long a file may be when one is longer. */
function limitedReader(read: RequestHandler, message: string): RequestHandler {
  return (request, response, next) =>
    read(request, response, (error: unknown) => {
      const isTooLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE';
      next(isTooLarge ? new ApiError('tooLarge', { message }) : error);
    });
}

/** Reads multipart bodies with a reader, and refuses others. */
function multipartReader(read: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (!request.is('multipart/form-data')) {
      return next(
        new ApiError('unsupportedContentType', { message: 'Send the files as multipart/form-data.' }),
      );
    }
    return read(request, response, (error: unknown) => {
      if (!error || error instanceof MulterError || error instanceof ApiError) return next(error);
      const message = `The multipart body is malformed: ${(error as Error).message}.`;
      next(new ApiError('malformedRequest', { message }));
    });
  };
}

/** Returns the bytes that `readPart` has read. */
export function uploadedPart({ file }: Request): Buffer {
  if (file) return file.buffer;
  throw invalid('data', 'must be a part of the multipart body');
}

/** Returns the path of the file that an `archiveReader` has written. It is deleted when the request ends, at the latest. */
export function uploadedPath({ file }: Request): string {
  if (file) return file.path;
  throw invalid('data', 'must be a part of the multipart body');
}

/** Returns the files that `readUpload` has read, under either part name. */
export function uploadedFiles(request: Express.Request): UploadedFile[] {
  const parts = Object.values((request.files ?? {}) as Record<string, Express.Multer.File[]>).flat();
  return parts.map((part) => ({ name: part.originalname, mimeType: part.mimetype, bytes: part.buffer }));
}
