import { z } from 'zod';
import { FilterText } from './fields';
import { listOf, Paging } from './lists';
import { PricingPlan } from './publishing.schemas';

/** A published script, as anyone can read it. */
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

/** The monthly price with a promotion code. */
export const Quote = z.object({
  percentOff: z.number(),
  price: z.number().int(),
  discountedPrice: z.number().int(),
  currency: z.string(),
});
export type Quote = z.infer<typeof Quote>;

export const AddToLibrary = z.object({ code: FilterText.optional() });
export type AddToLibrary = z.infer<typeof AddToLibrary>;
