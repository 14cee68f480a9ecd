import { FilterText } from '@drover/contract';
import { Router, type Request, type RequestHandler } from 'express';
import { ApiError } from '../../errors/api-error';
import { limitCredentialFailures } from '../../http/rate-limits';
import type { AppContext } from '../../context/app-context';
import { listingHtml, notFoundHtml, type CheckedCode } from './listing-html';
import { LISTING_LANGUAGES, type ListingLanguage } from './listing-texts';
import { getListing, quoteListing } from './listings';

/** Serves the public page of a listing, which also checks promotion codes: `/scripts/a1b2c?code=…`. */
export function listingPage(context: AppContext): Router {
  return Router().get('/scripts/:slug', limitCodes(context), async (request, response) => {
    const language = chooseLanguage(request);
    response.vary('Accept-Language');
    const listing = await orUndefined(getListing(context, request.params.slug.replaceAll('\0', '')));
    if (!listing) return void response.status(404).type('html').send(notFoundHtml(language));
    const checked = listing.plan === 'free' ? undefined : await checkCode(context, request);
    // An invalid code is answered with an error status, so that it counts as a credential failure.
    response.status(checked && !checked.quote ? 422 : 200).type('html');
    response.send(listingHtml({ listing, checked, language }));
  });
}

/** Counts only requests that contain a code. */
function limitCodes(context: AppContext): RequestHandler<{ slug: string }> {
  const limit = limitCredentialFailures(context) as RequestHandler<{ slug: string }>;
  return (request, response, next) =>
    request.query.code === undefined ? next() : limit(request, response, next);
}

async function checkCode(
  context: AppContext,
  { params, query }: Request<{ slug: string }>,
): Promise<CheckedCode | undefined> {
  const code = FilterText.safeParse(query.code).data?.trim();
  if (!code) return undefined;
  return { code, quote: await orUndefined(quoteListing(context, params.slug, code)) };
}

/** Returns the language that the browser prefers. The default is English. */
function chooseLanguage(request: Pick<Request, 'acceptsLanguages'>): ListingLanguage {
  const accepted = request.acceptsLanguages([...LISTING_LANGUAGES]);
  return LISTING_LANGUAGES.find((language) => language === accepted) ?? 'en';
}

/** Returns undefined instead of failing with an error of the request, such as "not found". */
async function orUndefined<Record>(record: Promise<Record>): Promise<Record | undefined> {
  try {
    return await record;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}
