import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** Where a revision comes from. `restore`: an earlier revision was restored. `git`: a Git commit. */
export const RevisionSource = z.enum(['console', 'cli', 'api', 'restore', 'git']);
export type RevisionSource = z.infer<typeof RevisionSource>;

/** A file of a revision. */
const RevisionFile = z.object({
  name: z.string(),
  size: z.number().int().meta({ description: 'bytes' }),
  sha256: z.string(),
});

/** The files of a devscript after an upload that changed them. */
export const Revision = z.object({
  _id: Id,
  number: z.number().int().meta({ description: 'counts the revisions of the devscript from 1' }),
  name: z.string().nullable().meta({ description: 'revisions with a name are never deleted' }),
  source: RevisionSource,
  restoredNumber: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'number of the revision that was restored' }),
  version: z.string().nullable().meta({ description: 'the newest version that was published from it' }),
  code: RevisionFile.nullable(),
  config: RevisionFile.nullable(),
  schema: RevisionFile.nullable().meta({ description: 'the schema of the results' }),
  personName: z
    .string()
    .nullable()
    .meta({ description: 'who uploaded it; null for a token of the workspace' }),
  tokenName: z.string().nullable().meta({ description: 'name of the session, the token or the repository' }),
  commit: z.string().nullable().meta({ description: 'the Git commit that the files are from' }),
  commitAuthor: z.string().nullable(),
  ref: z.string().nullable().meta({
    description: 'the pinned branch or tag that it is from; null if its files were those of the script',
  }),
  createdAt: Time,
});
export type Revision = z.infer<typeof Revision>;

export const RevisionList = listOf(Revision);
export type RevisionList = z.infer<typeof RevisionList>;

/** Omitted fields stay unchanged. */
export const UpdateRevision = z.object({
  name: text(LIMITS.revisionNameChars, 1).nullable().optional().meta({ description: 'null: no name' }),
});
export type UpdateRevision = z.infer<typeof UpdateRevision>;
