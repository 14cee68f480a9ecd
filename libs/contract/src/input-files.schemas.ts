import { z } from 'zod';
import { Id, queryInteger, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must have 64 lowercase hex characters')
  .meta({ example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' });

const InputFileName = text(LIMITS.inputFileNameChars, 1);

/** The value of a variable that is an input file. */
export const FileReference = z.strictObject({ $file: Sha256, name: InputFileName.optional() });
export type FileReference = z.infer<typeof FileReference>;

/** A file for runs. Each content exists once in a workspace. */
export const InputFile = z.object({
  _id: Id,
  name: z.string(),
  size: z.number().int().min(0).meta({ description: 'bytes' }),
  sha256: z.string().meta({ description: 'SHA-256 of the content, hex' }),
  uploadedBytes: z.number().int().min(0).meta({ description: 'where the next part begins' }),
  isComplete: z.boolean().meta({ description: 'whether jobs can use it' }),
  createdAt: Time,
  usedAt: Time.meta({ description: 'when a job last used it, or a part was uploaded, to the hour' }),
});
export type InputFile = z.infer<typeof InputFile>;

export const InputFileList = listOf(InputFile);
export type InputFileList = z.infer<typeof InputFileList>;

/** Body of POST /v1/input-files. */
export const CreateInputFile = z.object({
  name: InputFileName,
  size: z.number().int().min(0).max(LIMITS.inputFileBytes).meta({ description: 'bytes' }),
  sha256: Sha256.meta({ description: 'SHA-256 of the content, hex' }),
});
export type CreateInputFile = z.infer<typeof CreateInputFile>;

/** Query of PUT /v1/input-files/:fileId/content. */
export const InputFilePart = z.object({
  offset: queryInteger(0, LIMITS.inputFileBytes)
    .optional()
    .meta({ description: 'where the part begins, 0 by default: the `uploadedBytes` of the file' }),
});
export type InputFilePart = z.infer<typeof InputFilePart>;
