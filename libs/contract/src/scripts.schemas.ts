import { z } from 'zod';
import { FilterText, Id, text, Time, Vars } from './fields';
import { LIMITS } from './limits';
import { listOf, Paging } from './lists';

/** A published script in the caller's library. */
export const Script = z.object({
  _id: Id,
  slug: z.string().meta({ example: 'a1B2c' }),
  name: z.string(),
  version: z.string().meta({ example: '1.0.3' }),
  isOwn: z.boolean().meta({ description: 'whether the caller published it' }),
  isListed: z.boolean().meta({ description: 'whether its listing page is up' }),
});
export type Script = z.infer<typeof Script>;

export const ScriptList = listOf(Script);
export type ScriptList = z.infer<typeof ScriptList>;

/** One version of a published script; it never changes. */
export const ScriptVersion = z.object({
  version: z.string().meta({ example: '1.0.3' }),
  codeSize: z.number().int().meta({ description: 'bytes' }),
  configSize: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'bytes; null where there is no configuration' }),
  createdAt: Time,
});
export type ScriptVersion = z.infer<typeof ScriptVersion>;

export const ScriptVersionList = listOf(ScriptVersion);
export type ScriptVersionList = z.infer<typeof ScriptVersionList>;

export const ScriptFilter = Paging.extend({ slug: FilterText.optional(), name: FilterText.optional() });
export type ScriptFilter = z.infer<typeof ScriptFilter>;

export const ReviewState = z.enum(['draft', 'in_review', 'approved', 'rejected']);
export type ReviewState = z.infer<typeof ReviewState>;

export const PricingPlan = z.enum(['free', 'monthly']);
export type PricingPlan = z.infer<typeof PricingPlan>;

/** A development script. */
export const Devscript = z.object({
  _id: Id,
  name: z.string(),
  description: z.string().meta({ description: 'what its listing says of it, once published' }),
  reviewState: ReviewState,
  reviewNote: z.string().nullable(),
  plan: PricingPlan,
  price: z.number().int().nullable().meta({ description: "a month's price in the currency's minor units" }),
  currency: z.string().nullable(),
  script: Script.nullable().meta({ description: 'what it was published as' }),
  createdAt: Time,
  updatedAt: Time,
});
export type Devscript = z.infer<typeof Devscript>;

export const DevscriptList = listOf(Devscript);
export type DevscriptList = z.infer<typeof DevscriptList>;

export const DevscriptFilter = Paging.extend({ name: FilterText.optional() });
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

export const FileKind = z.enum(['code', 'config']);
export type FileKind = z.infer<typeof FileKind>;

/** What was uploaded. */
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
 * One form field of a configuration. A checkbox with `options` chooses several of them.
 * Further keys are kept, so that a configuration of another editor passes.
 */
export const ConfigItem = z.looseObject({
  name: z.string().min(1),
  type: z.enum(['text', 'number', 'radio', 'checkbox', 'select', 'textarea', 'range']).optional(),
  label: z.string().optional(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  options: z.record(z.string(), z.string()).optional(),
  value: z.union([Scalar, z.array(Scalar)]).optional(),
  default: z.union([Scalar, z.array(Scalar)]).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
});
export type ConfigItem = z.infer<typeof ConfigItem>;

/** A configuration file: an array of items. Only the array is required; an item that is no form field is passed over. */
export const Config = z
  .array(z.looseObject({}))
  .max(LIMITS.configItems, `must have at most ${LIMITS.configItems} items`);
export type Config = z.infer<typeof Config>;

/** Saved configuration values; `vars` of a run go over them. */
export const Values = Vars;
export type Values = Vars;

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

/** `price` and `currency` belong to `monthly` alone. */
export const SetPricing = z
  .object({
    plan: PricingPlan,
    price: z.number().int().min(1).max(LIMITS.priceMax).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters, such as EUR')
      .optional(),
  })
  .refine((pricing) => pricing.plan === 'free' || pricing.price !== undefined, {
    path: ['price'],
    message: 'must be given for a monthly plan',
  })
  .refine((pricing) => pricing.plan === 'free' || pricing.currency !== undefined, {
    path: ['currency'],
    message: 'must be given for a monthly plan',
  });
export type SetPricing = z.infer<typeof SetPricing>;

/** A discount on the monthly price, until the end of the day it was made on. */
export const PromotionCode = z.object({
  _id: Id,
  code: z.string(),
  percentOff: z.number(),
  expiresAt: z.string().meta({ description: 'YYYY-MM-DD HH:mm:ss', example: '2026-01-31 23:59:59' }),
  name: z.string().meta({ description: 'name of the script' }),
  url: z.string().meta({ description: "the script's public listing" }),
});
export type PromotionCode = z.infer<typeof PromotionCode>;

export const PromotionCodeList = listOf(PromotionCode);
export type PromotionCodeList = z.infer<typeof PromotionCodeList>;

export const CreatePromotionCode = z.object({
  percentOff: z.number().min(LIMITS.percentOffMin).max(LIMITS.percentOffMax),
});
export type CreatePromotionCode = z.infer<typeof CreatePromotionCode>;

/** A published script as anyone sees it. */
export const Listing = z.object({
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  ownerName: z.string(),
  plan: PricingPlan,
  price: z.number().int().nullable(),
  currency: z.string().nullable(),
  url: z.string(),
});
export type Listing = z.infer<typeof Listing>;

export const ListingList = listOf(Listing);
export type ListingList = z.infer<typeof ListingList>;

export const ListingFilter = Paging.extend({ name: FilterText.optional() });
export type ListingFilter = z.infer<typeof ListingFilter>;

export const QuoteRequest = z.object({ code: FilterText });
export type QuoteRequest = z.infer<typeof QuoteRequest>;

/** What a month costs with a promotion code. */
export const Quote = z.object({
  percentOff: z.number(),
  price: z.number().int(),
  discountedPrice: z.number().int(),
  currency: z.string(),
});
export type Quote = z.infer<typeof Quote>;

export const AddToLibrary = z.object({ code: FilterText.optional() });
export type AddToLibrary = z.infer<typeof AddToLibrary>;
