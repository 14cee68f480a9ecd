import { z } from 'zod';
import { text } from './fields';
import { hasAtMostChars, LIMITS } from './limits';
import { hasUnsafeChars, isRelativePath, toPathKey } from './source-paths';

/** Path of a source file, relative to the folder of its project. */
const SourcePath = z
  .string()
  .refine((path) => hasAtMostChars(path, LIMITS.projectPathChars), {
    message: `must have at most ${LIMITS.projectPathChars} characters`,
    abort: true,
  })
  .refine((path) => !hasUnsafeChars(path), {
    message: 'must not contain control characters, backslashes or any of : * ? " < > |',
    abort: true,
  })
  .refine(isRelativePath, { message: 'must be a relative path such as src/main.ts' })
  .meta({ example: 'src/main.ts', minLength: 1, maxLength: LIMITS.projectPathChars });

/** A source file of a project. */
export const SourceFile = z.object({ path: SourcePath, text: z.string() });
export type SourceFile = z.infer<typeof SourceFile>;

/** Whether paths differ, also on systems that ignore the case of letters. */
function haveUniquePaths(files: SourceFile[]): boolean {
  return new Set(files.map(({ path }) => toPathKey(path))).size === files.length;
}

function haveProjectSize(files: SourceFile[]): boolean {
  return files.reduce((bytes, { text }) => bytes + countBytes(text), 0) <= LIMITS.projectBytes;
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Text of limited size in UTF-8. */
function textOf(maxBytes: number) {
  return z.string().refine((text) => text.length <= maxBytes && countBytes(text) <= maxBytes, {
    message: `must be at most ${maxBytes} bytes`,
  });
}

/** A commit, and who made it. */
const GitCommit = z.object({
  commit: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'must be 40 or 64 lowercase hex characters'),
  author: text(LIMITS.commitAuthorChars, 1),
});

/** A project with what was built from it. The service stores it and builds nothing. */
export const UploadProject = z.object({
  files: z
    .array(SourceFile)
    .min(1)
    .max(LIMITS.projectFiles)
    .refine(haveUniquePaths, { message: 'must have different paths, also if the case of letters is ignored' })
    .refine(haveProjectSize, { message: `must be at most ${LIMITS.projectBytes} bytes together` }),
  code: textOf(LIMITS.uploadFileBytes).meta({ description: 'the code that was built, as one file' }),
  sourceMap: textOf(LIMITS.sourceMapBytes)
    .optional()
    .meta({ description: 'source map of the code, version 3, with sources relative to the project' }),
  phoneCode: textOf(LIMITS.uploadFileBytes)
    .optional()
    .meta({ description: 'the code for phones, as one file in ES5; omitted: phones run `code`' }),
  phoneMap: textOf(LIMITS.sourceMapBytes)
    .optional()
    .meta({ description: 'source map of the code for phones' }),
  config: textOf(LIMITS.uploadFileBytes)
    .nullable()
    .optional()
    .meta({ description: 'the configuration as JSON text; null: none; omitted: unchanged' }),
  schema: textOf(LIMITS.resultSchemaBytes)
    .nullable()
    .optional()
    .meta({ description: 'the schema of the results as JSON text; null: none; omitted: unchanged' }),
  git: GitCommit.optional().meta({ description: 'the Git commit that the files are from' }),
});
export type UploadProject = z.infer<typeof UploadProject>;

/** The source files of a project. */
export const Project = z.object({ files: z.array(z.object({ path: z.string(), text: z.string() })) });
export type Project = z.infer<typeof Project>;
