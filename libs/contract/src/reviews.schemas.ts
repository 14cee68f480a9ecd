import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** Where the review of a devscript stands; any upload returns it to `draft`. */
export const ReviewState = z.enum(['draft', 'in_review', 'approved', 'rejected']);
export type ReviewState = z.infer<typeof ReviewState>;

export const Decision = z.enum(['approve', 'reject']);
export type Decision = z.infer<typeof Decision>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 of 64 lower-case hex characters');

/** With the hashes of what was read, nothing else is decided on: 409 where other files were submitted since. */
export const DecideReview = z.object({
  decision: Decision,
  note: text(LIMITS.reviewNoteChars).optional(),
  codeSha256: Sha256.optional(),
  configSha256: Sha256.nullable().optional().meta({ description: 'null: there was no configuration' }),
});
export type DecideReview = z.infer<typeof DecideReview>;

/** A devscript that waits for review. */
export const Review = z.object({
  devscriptId: Id,
  name: z.string(),
  description: z.string(),
  ownerName: z.string(),
  submittedAt: Time.nullable(),
  codeSha256: z.string(),
  configSha256: z.string().nullable().meta({ description: 'null: there is no configuration' }),
});
export type Review = z.infer<typeof Review>;

/** With the hash that a review has, nothing else is given: 404 where other files were submitted since. */
export const ReviewFileFilter = z.object({ sha256: Sha256.optional() });
export type ReviewFileFilter = z.infer<typeof ReviewFileFilter>;

export const ReviewList = listOf(Review);
export type ReviewList = z.infer<typeof ReviewList>;
