import { z } from 'zod';
import { FilterText, Id, SavedVars, text, Time } from './fields';
import { jobFields, jobRequest } from './jobs.schemas';
import { LIMITS } from './limits';
import { listOf, Paging } from './lists';

/** A saved run request. Deleted devices are removed from it. */
export const Preset = z.object({
  _id: Id,
  name: z.string(),
  ...jobFields,
  vars: SavedVars.optional(),
  scriptName: z
    .string()
    .nullable()
    .meta({ description: 'current name of the script; null for code or a deleted script' }),
  createdAt: Time,
});
export type Preset = z.infer<typeof Preset>;

/** A preset in a list, without its code and values. */
export const PresetSummary = Preset.omit({ code: true, vars: true });
export type PresetSummary = z.infer<typeof PresetSummary>;

export const PresetList = listOf(PresetSummary);
export type PresetList = z.infer<typeof PresetList>;

export const PresetFilter = Paging.extend({
  name: FilterText.optional().meta({ description: 'a part of the name' }),
});
export type PresetFilter = z.infer<typeof PresetFilter>;

/** The fields of POST /v1/jobs and a name. */
export const CreatePreset = jobRequest({ name: text(LIMITS.presetNameChars, 1) });
export type CreatePreset = z.infer<typeof CreatePreset>;

/** Replaces the whole preset: omitted fields are removed. */
export type UpdatePreset = CreatePreset;
