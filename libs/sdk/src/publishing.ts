/** How a published script is paid for. */
export type PricingPlan = 'free' | 'monthly';

/** `price` and `currency` belong to `monthly` alone. */
export interface SetPricing {
  plan: PricingPlan;
  /** A month's price in the currency's minor units. */
  price?: number;
  /** Code after ISO 4217, such as EUR. */
  currency?: string;
}
