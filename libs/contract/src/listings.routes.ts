import { z } from 'zod';
import { FilterText } from './fields';
import { AddToLibrary, Listing, ListingFilter, ListingList, Quote, QuoteRequest } from './listings.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';
import { Script } from './scripts.schemas';

const SlugParams = z.object({ slug: FilterText });

export const listings = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/listings',
    summary: 'List the published scripts of this installation',
    metadata: policy({ scope: 'public' }),
    query: ListingFilter,
    responses: { 200: ListingList },
  },
  get: {
    method: 'GET',
    path: '/v1/listings/:slug',
    summary: 'Read a listing',
    metadata: policy({ scope: 'public' }),
    pathParams: SlugParams,
    responses: { 200: Listing },
  },
  quote: {
    method: 'POST',
    path: '/v1/listings/:slug/quote',
    summary: 'Check a promotion code and read the discounted price',
    metadata: policy({ scope: 'public', rateLimit: 'credentials' }),
    pathParams: SlugParams,
    body: QuoteRequest,
    responses: { 200: Quote },
  },
  addToLibrary: {
    method: 'POST',
    path: '/v1/listings/:slug/library',
    summary: "Add a script to the caller's library. A paid script requires a promotion code of 100 %",
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'script.add', target: 'params.slug' },
    }),
    pathParams: SlugParams,
    body: AddToLibrary,
    responses: { 201: Script },
  },
});
