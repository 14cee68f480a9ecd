import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** Review state of a devscript. Any upload resets it to `draft`. */
export const ReviewState = z.enum(['draft', 'in_review', 'approved', 'rejected']);
export type ReviewState = z.infer<typeof ReviewState>;

export const Decision = z.enum(['approve', 'reject']);
export type Decision = z.infer<typeof Decision>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 of 64 lowercase hex characters');

/** With the hashes of the reviewed files, the decision applies to those files only: 409 if other files were submitted since. */
export const DecideReview = z.object({
  decision: Decision,
  note: text(LIMITS.reviewNoteChars).optional(),
  codeSha256: Sha256.optional(),
  configSha256: Sha256.nullable().optional().meta({ description: 'null if there was no configuration' }),
});
export type DecideReview = z.infer<typeof DecideReview>;

/** The newest published version of a devscript in review, to compare with. */
const PublishedFiles = z.object({
  version: z.string(),
  codeSha256: z.string(),
  configSha256: z.string().nullable().meta({ description: 'null if there is no configuration' }),
});

/** A devscript in review. */
export const Review = z.object({
  devscriptId: Id,
  name: z.string(),
  description: z.string(),
  ownerName: z.string(),
  submittedAt: Time.nullable(),
  codeSha256: z.string(),
  configSha256: z.string().nullable().meta({ description: 'null if there is no configuration' }),
  published: PublishedFiles.nullable().meta({ description: 'null if it was never published' }),
});
export type Review = z.infer<typeof Review>;

/**
 * With the hash of a review, only that file is returned: 404 if other files were submitted since. The hash of a file of the
 * published version returns that one. Source files are named by the hash of their code.
 */
export const ReviewFileFilter = z.object({ sha256: Sha256.optional() });
export type ReviewFileFilter = z.infer<typeof ReviewFileFilter>;

export const ReviewList = listOf(Review);
export type ReviewList = z.infer<typeof ReviewList>;
