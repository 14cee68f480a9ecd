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

  /**
   * Lists published scripts.
   *
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.listings.list({ name: 'greet' });
   */
  list(filter: ListingFilter = {}, options?: CallOptions): ApiPromise<Page<Listing>> {
    return this.http.request('listings.list', { query: filter }, options);
  }

  /**
   * Iterates over all matching listings, page by page.
   *
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { name, version } of drover.listings.iterate()) console.log(name, version);
   */
  iterate(filter: ListingFilter = {}, options?: CallOptions): AsyncGenerator<Listing, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /**
   * Reads a listing.
   *
   * @param slug Slug of the script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the listing does not exist.
   * @example
   * const { name, ownerName } = await drover.listings.get(slug);
   */
  get(slug: string, options?: CallOptions): ApiPromise<Listing> {
    return this.http.request('listings.get', { params: { slug } }, options);
  }

  /**
   * Checks a promotion code and reads the discounted price.
   *
   * @param slug Slug of the script.
   * @param request The promotion code to check.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the listing or the code does not exist.
   * @throws {@link ApiError} 409 if the script is free.
   * @example
   * const { discountedPrice, currency } = await drover.listings.quote(slug, { code: 'SPRING' });
   */
  quote(slug: string, request: QuoteRequest, options?: CallOptions): ApiPromise<Quote> {
    return this.http.request('listings.quote', { params: { slug }, body: request }, options);
  }

  /**
   * Adds a script to the caller's library.
   *
   * @param slug Slug of the script.
   * @param request A promotion code, for a paid script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the script has a price, and there is no code of 100 %.
   * @throws {@link ApiError} 404 if the listing does not exist.
   * @example
   * const { _id } = await drover.listings.addToLibrary(slug);
   */
  addToLibrary(slug: string, request: AddToLibrary = {}, options?: CallOptions): ApiPromise<Script> {
    return this.http.request('listings.addToLibrary', { params: { slug }, body: request }, options);
  }
}
