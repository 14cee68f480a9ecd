import { z } from 'zod';
import { ARTIFACT_PART_BYTES } from './artifact-protocol';
import { ArtifactKind } from './artifacts.schemas';
import { Id, queryInteger, text } from './fields';
import { LIMITS } from './limits';

export * from './artifact-protocol';
export { ArtifactKind } from './artifacts.schemas';

/**
 * The query of PUT LINK_ARTIFACTS_PATH/<sha256>, with which a device uploads an artifact. The body is the content from
 * `offset` on: a number of parts of ARTIFACT_PART_BYTES, or all that is left. Without `offset` there is no body: the device
 * asks how much the server has.
 */
export const ArtifactUpload = z.object({
  runId: Id,
  name: text(LIMITS.artifactNameChars, 1),
  kind: ArtifactKind,
  size: queryInteger(0, LIMITS.runArtifactBytes),
  /** Milliseconds since the script saved it. */
  ageMs: queryInteger(0, 999_999_999_999),
  offset: queryInteger(0, LIMITS.runArtifactBytes).optional(),
});
export type ArtifactUpload = z.infer<typeof ArtifactUpload>;

/** The answer to an ArtifactUpload. */
export const ArtifactUploadState = z.discriminatedUnion('state', [
  /** The server has the content, and the run lists it. */
  z.object({ state: z.literal('stored') }),
  /** The next request begins at `offset` and has at most `maxBytes`. Former servers take one part, and do not say so. */
  z.object({
    state: z.literal('incomplete'),
    offset: z.number().int().min(0),
    maxBytes: z.number().int().min(0).default(ARTIFACT_PART_BYTES),
  }),
  /** The complete content has another SHA-256. The upload begins again, with the first part. */
  z.object({ state: z.literal('mismatch') }),
  /** The server stores the reason in place of the content. */
  z.object({ state: z.literal('refused'), problem: z.string() }),
]);
export type ArtifactUploadState = z.infer<typeof ArtifactUploadState>;
