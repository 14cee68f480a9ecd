import { z } from 'zod';
import { Id, Time } from './fields';
import { listOf } from './lists';

/** What an artifact is: a file that the script saved, or a picture of the device's screen. */
export const ArtifactKind = z.enum(['file', 'image']);
export type ArtifactKind = z.infer<typeof ArtifactKind>;

/** A file that a run left. */
export const Artifact = z.object({
  _id: Id,
  runId: Id,
  jobId: Id,
  deviceId: Id,
  name: z.string().meta({ description: 'unique in its run; as the script chose it, so no safe file name' }),
  fileName: z.string().meta({ description: 'the name as a file name that is valid on all systems' }),
  kind: ArtifactKind,
  size: z.number().int().min(0).meta({ description: 'bytes' }),
  sha256: z.string().meta({ description: 'SHA-256 of the content, hex' }),
  problem: z.string().nullable().meta({
    description: 'why the content was not stored, such as a quota that is used up; null otherwise',
  }),
  savedAt: Time.meta({ description: 'when the script saved it' }),
});
export type Artifact = z.infer<typeof Artifact>;

export const ArtifactList = listOf(Artifact);
export type ArtifactList = z.infer<typeof ArtifactList>;
