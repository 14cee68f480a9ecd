import { z } from 'zod';
import { LIMITS } from './limits';

export const PricingPlan = z.enum(['free', 'monthly']);
export type PricingPlan = z.infer<typeof PricingPlan>;

/** `price` and `currency` apply only to the plan `monthly`. */
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
