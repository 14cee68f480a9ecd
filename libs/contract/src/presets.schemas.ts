import { z } from 'zod';
import { Id, text, Time } from './fields';
import { jobFields, jobRequest } from './jobs.schemas';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** What to run, where and with what, under a name. Devices that were deleted have left it. */
export const Preset = z.object({
  _id: Id,
  name: z.string(),
  ...jobFields,
  scriptName: z
    .string()
    .nullable()
    .meta({ description: 'name of the script as it is now; null for code, and where the script is gone' }),
  createdAt: Time,
});
export type Preset = z.infer<typeof Preset>;

export const PresetList = listOf(Preset);
export type PresetList = z.infer<typeof PresetList>;

/** The fields of POST /v1/jobs, and a name. */
export const CreatePreset = jobRequest({ name: text(LIMITS.presetNameChars, 1) });
export type CreatePreset = z.infer<typeof CreatePreset>;

/** The whole preset as it is to be: what is left out is not kept. */
export type UpdatePreset = CreatePreset;
