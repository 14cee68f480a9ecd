import { z } from 'zod';
import { FilterText, Id, Time, Vars } from './fields';
import { listOf, OptionalPaging } from './lists';

/** A published script in the caller's library. */
export const Script = z.object({
  _id: Id,
  slug: z.string().meta({ example: 'a1B2c' }),
  name: z.string(),
  version: z.string().meta({ example: '1.0.3' }),
  isOwn: z.boolean().meta({ description: 'whether the caller published it' }),
  isListed: z.boolean().meta({ description: 'whether it has a public listing' }),
});
export type Script = z.infer<typeof Script>;

export const ScriptList = listOf(Script);
export type ScriptList = z.infer<typeof ScriptList>;

/** A version of a published script. Versions never change. */
export const ScriptVersion = z.object({
  version: z.string().meta({ example: '1.0.3' }),
  codeSize: z.number().int().meta({ description: 'bytes' }),
  configSize: z.number().int().nullable().meta({ description: 'bytes; null if there is no configuration' }),
  createdAt: Time,
});
export type ScriptVersion = z.infer<typeof ScriptVersion>;

export const ScriptVersionList = listOf(ScriptVersion);
export type ScriptVersionList = z.infer<typeof ScriptVersionList>;

export const ScriptFilter = OptionalPaging.extend({
  slug: FilterText.optional(),
  name: FilterText.optional(),
});
export type ScriptFilter = z.infer<typeof ScriptFilter>;

/** Saved configuration values. The `vars` of a run override them. */
export const Values = Vars;
export type Values = Vars;
