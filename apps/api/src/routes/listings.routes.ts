import { created, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { addListing, getListing, listListings, quoteListing } from '../features/listings/listings';
import { routeHandlers } from '../http/route-handlers';

export const listingRoutes = (context: AppContext) =>
  routeHandlers('listings', {
    list: ({ query }) => ok(listListings(context, query)),
    get: ({ params }) => ok(getListing(context, params.slug)),
    quote: ({ params, body }) => ok(quoteListing(context, params.slug, body.code)),
    addToLibrary: ({ req, params, body }) =>
      created(addListing(context, req.caller.accountId, { ...body, ...params })),
  });
