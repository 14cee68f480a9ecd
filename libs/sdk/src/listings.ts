import type { ApiPromise } from './api-promise';
import { eachItem, type Page, type Paging } from './paging';
import type { PricingPlan } from './publishing';
import type { CallOptions } from './call-options';
import type { Http } from './request';
import type { Script } from './scripts';

/** A published script, as anyone can read it. */
export interface Listing {
  slug: string;
  name: string;
  version: string;
  description: string;
  ownerName: string;
  plan: PricingPlan;
  /** Monthly price in the currency's minor units. */
  price: number | null;
  /** ISO 4217 code. */
  currency: string | null;
  url: string;
}

/** `name` matches any part of the name and ignores case. */
export interface ListingFilter extends Paging {
  name?: string;
}

/** A promotion code to check. */
export interface QuoteRequest {
  code: string;
}

/** The monthly price with a promotion code, in the currency's minor units. */
export interface Quote {
  percentOff: number;
  price: number;
  discountedPrice: number;
  currency: string;
}

/** Options for adding a script to a library. */
export interface AddToLibrary {
  /** A promotion code of 100 %, for a paid script. */
  code?: string;
}

/** The published scripts of this installation. Only `addToLibrary` requires an access token. */
export class Listings {
  constructor(private readonly http: Http) {}

  /** Lists published scripts. */
  list(filter: ListingFilter = {}, options?: CallOptions): ApiPromise<Page<Listing>> {
    return this.http.request('listings.list', { query: filter }, options);
  }

  /** Iterates over all matching listings, page by page. */
  iterate(filter: ListingFilter = {}, options?: CallOptions): AsyncGenerator<Listing, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Reads a listing. */
  get(slug: string, options?: CallOptions): ApiPromise<Listing> {
    return this.http.request('listings.get', { params: { slug } }, options);
  }

  /** Checks a promotion code and reads the discounted price. */
  quote(slug: string, request: QuoteRequest, options?: CallOptions): ApiPromise<Quote> {
    return this.http.request('listings.quote', { params: { slug }, body: request }, options);
  }

  /** Adds a script to the caller's library. */
  addToLibrary(slug: string, request: AddToLibrary = {}, options?: CallOptions): ApiPromise<Script> {
    return this.http.request('listings.addToLibrary', { params: { slug }, body: request }, options);
  }
}
