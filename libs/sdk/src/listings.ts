import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { PricingPlan } from './publishing';
import type { CallOptions, Http } from './request';
import type { Script } from './scripts';

/** A published script as anyone sees it. */
export interface Listing {
  slug: string;
  name: string;
  version: string;
  description: string;
  ownerName: string;
  plan: PricingPlan;
  /** A month's price in the currency's minor units. */
  price: number | null;
  /** Code after ISO 4217. */
  currency: string | null;
  url: string;
}

/** `name` finds parts, without regard to case. */
export interface ListingFilter extends Paging {
  name?: string;
}

/** A promotion code to check. */
export interface QuoteRequest {
  code: string;
}

/** What a month costs with a promotion code, in the currency's minor units. */
export interface Quote {
  percentOff: number;
  price: number;
  discountedPrice: number;
  currency: string;
}

/** How a script is added to a library. */
export interface AddToLibrary {
  /** A promotion code of 100 %, for a paid script. */
  code?: string;
}

/** What is published on this installation. Needs no access token, but for `addToLibrary`. */
export class Listings {
  constructor(private readonly http: Http) {}

  /** Lists what is published. */
  list(filter: ListingFilter = {}, options?: CallOptions): Promise<Page<Listing>> {
    return this.http.get('/v1/listings', filter, options);
  }

  /** Goes through all listings that match, page by page. */
  iterate(filter: ListingFilter = {}, options?: CallOptions): AsyncGenerator<Listing, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Reads a listing. */
  get(slug: string, options?: CallOptions): Promise<Listing> {
    return this.http.get(path`/v1/listings/${slug}`, undefined, options);
  }

  /** Checks a promotion code and reads the discounted price. */
  quote(slug: string, request: QuoteRequest, options?: CallOptions): Promise<Quote> {
    return this.http.post(path`/v1/listings/${slug}/quote`, request, options);
  }

  /** Adds a script to the caller's library. */
  addToLibrary(slug: string, request: AddToLibrary = {}, options?: CallOptions): Promise<Script> {
    return this.http.post(path`/v1/listings/${slug}/library`, request, options);
  }
}
