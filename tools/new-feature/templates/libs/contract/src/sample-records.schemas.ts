import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** A sample record. */
export const SampleRecord = z.object({ _id: Id, name: z.string(), createdAt: Time });
export type SampleRecord = z.infer<typeof SampleRecord>;

export const SampleRecordList = listOf(SampleRecord);
export type SampleRecordList = z.infer<typeof SampleRecordList>;

const SampleRecordName = text(LIMITS.sampleRecordNameChars, 1);

export const CreateSampleRecord = z.object({ name: SampleRecordName });
export type CreateSampleRecord = z.infer<typeof CreateSampleRecord>;

/** A key that is left out stays as it is. */
export const UpdateSampleRecord = z.object({ name: SampleRecordName.optional() });
export type UpdateSampleRecord = z.infer<typeof UpdateSampleRecord>;
