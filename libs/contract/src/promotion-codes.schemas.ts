import { z } from 'zod';
import { Id } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** A discount on the monthly price, valid until the end of the day on which it was created. */
export const PromotionCode = z.object({
  _id: Id,
  code: z.string(),
  percentOff: z.number(),
  expiresAt: z.string().meta({ description: 'YYYY-MM-DD HH:mm:ss', example: '2026-01-31 23:59:59' }),
  name: z.string().meta({ description: 'name of the script' }),
  url: z.string().meta({ description: 'URL of the public listing' }),
});
export type PromotionCode = z.infer<typeof PromotionCode>;

export const PromotionCodeList = listOf(PromotionCode);
export type PromotionCodeList = z.infer<typeof PromotionCodeList>;

export const CreatePromotionCode = z.object({
  percentOff: z.number().min(LIMITS.percentOffMin).max(LIMITS.percentOffMax),
});
export type CreatePromotionCode = z.infer<typeof CreatePromotionCode>;
