/** Pricing plan of a published script. */
export type PricingPlan = 'free' | 'monthly';

/** `price` and `currency` apply only to the plan `monthly`. */
export interface SetPricing {
  plan: PricingPlan;
  /** Monthly price in the currency's minor units. */
  price?: number;
  /** ISO 4217 code, such as EUR. */
  currency?: string;
}
