import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { created, ok } from '../http/respond';
import type { Service } from '../service';
import { addListing, getListing, listListings, quoteListing } from './listings';

export const listingRoutes = (service: Service) =>
  initServer().router(contract.listings, {
    list: ({ query }) => ok(listListings(service, query)),
    get: ({ params }) => ok(getListing(service, params.slug)),
    quote: ({ params, body }) => ok(quoteListing(service, params.slug, body.code)),
    addToLibrary: ({ req, params, body }) =>
      created(addListing(service, req.caller.accountId, { ...body, ...params })),
  });
