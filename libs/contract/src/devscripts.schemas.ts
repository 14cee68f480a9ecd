import { z } from 'zod';
import { FilterText, Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf, OptionalPaging } from './lists';
import { PricingPlan } from './publishing.schemas';
import { ReviewState } from './reviews.schemas';
import { Script } from './scripts.schemas';

/** A development script. */
export const Devscript = z.object({
  _id: Id,
  name: z.string(),
  description: z.string().meta({ description: 'description that the listing shows' }),
  reviewState: ReviewState,
  reviewNote: z.string().nullable(),
  plan: PricingPlan,
  price: z.number().int().nullable().meta({ description: "monthly price in the currency's minor units" }),
  currency: z.string().nullable(),
  script: Script.nullable().meta({ description: 'the published script' }),
  pushRef: z
    .string()
    .nullable()
    .meta({ description: 'the branch of its Git repository that saves are pushed to' }),
  createdAt: Time,
  updatedAt: Time,
});
export type Devscript = z.infer<typeof Devscript>;

export const DevscriptList = listOf(Devscript);
export type DevscriptList = z.infer<typeof DevscriptList>;

export const DevscriptFilter = OptionalPaging.extend({ name: FilterText.optional() });
export type DevscriptFilter = z.infer<typeof DevscriptFilter>;

const ScriptName = text(LIMITS.scriptNameChars, 1);

const ScriptDescription = text(LIMITS.scriptDescriptionChars);

export const CreateDevscript = z.object({
  name: ScriptName.optional(),
  description: ScriptDescription.optional(),
});
export type CreateDevscript = z.infer<typeof CreateDevscript>;

export const UpdateDevscript = z.object({
  name: ScriptName.optional(),
  description: ScriptDescription.optional(),
});
export type UpdateDevscript = z.infer<typeof UpdateDevscript>;

export const FileKind = z.enum(['code', 'config', 'schema']);
export type FileKind = z.infer<typeof FileKind>;

/** An uploaded file. */
export const ScriptFile = z.object({
  kind: FileKind,
  name: z.string(),
  size: z.number().int().meta({ description: 'bytes' }),
  sha256: z.string(),
  updatedAt: Time,
});
export type ScriptFile = z.infer<typeof ScriptFile>;

export const ScriptFileList = listOf(ScriptFile);
export type ScriptFileList = z.infer<typeof ScriptFileList>;

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * A form field of a configuration. A checkbox with `options` allows several of them. The value of a `time` is `HH:mm`.
 * The value of a `file` is an input file, `{ $file, name }`. A `link` has no value: it shows its label with `href` as its target. Numbers may be given as text, such as "0.5".
 * Unknown keys are preserved, so that configurations of other editors are accepted.
 */
export const ConfigItem = z.looseObject({
  name: z.string().min(1),
  type: z
    .enum(['text', 'number', 'radio', 'checkbox', 'select', 'textarea', 'range', 'time', 'file', 'link'])
    .optional(),
  label: z.string().optional(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  options: z.record(z.string(), z.string()).optional(),
  value: z.union([Scalar, z.array(Scalar)]).optional(),
  default: z.union([Scalar, z.array(Scalar)]).optional(),
  min: z.union([z.number(), z.string()]).optional(),
  max: z.union([z.number(), z.string()]).optional(),
  step: z.union([z.number(), z.string()]).optional(),
});
export type ConfigItem = z.infer<typeof ConfigItem>;

/** A configuration file: an array of items. Items that are not form fields are ignored. */
export const Config = z
  .array(z.looseObject({}))
  .max(LIMITS.configItems, `must have at most ${LIMITS.configItems} items`);
export type Config = z.infer<typeof Config>;
