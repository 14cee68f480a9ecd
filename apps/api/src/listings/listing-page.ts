import { FilterText } from '@drover/contract';
import { Router, type Request, type RequestHandler } from 'express';
import { ApiError } from '../http/api-error';
import { limitGuesses } from '../http/rate-limits';
import type { Service } from '../service';
import { listingHtml, noListingHtml, type CheckedCode } from './listing-html';
import { LISTING_LANGUAGES, type ListingLanguage } from './listing-texts';
import { getListing, quoteListing } from './listings';

/** The public page of a listing, which also checks a promotion code: `/scripts/a1b2c?code=…`. */
export function listingPage(service: Service): Router {
  return Router().get('/scripts/:slug', limitCodes(service), async (request, response) => {
    const language = languageOf(request);
    response.vary('Accept-Language');
    const listing = await orNothing(getListing(service, request.params.slug.replaceAll('\0', '')));
    if (!listing) return void response.status(404).type('html').send(noListingHtml(language));
    const checked = listing.plan === 'free' ? undefined : await checkCode(service, request);
    // A code that is wrong is a failure, so that guessing meets its limit.
    response.status(checked && !checked.quote ? 422 : 200).type('html');
    response.send(listingHtml({ listing, checked, language }));
  });
}

/** Who only reads the page is not counted. */
function limitCodes(service: Service): RequestHandler<{ slug: string }> {
  const limit = limitGuesses(service) as RequestHandler<{ slug: string }>;
  return (request, response, next) =>
    request.query.code === undefined ? next() : limit(request, response, next);
}

async function checkCode(
  service: Service,
  { params, query }: Request<{ slug: string }>,
): Promise<CheckedCode | undefined> {
  const code = FilterText.safeParse(query.code).data?.trim();
  if (!code) return undefined;
  return { code, quote: await orNothing(quoteListing(service, params.slug, code)) };
}

/** What the reader would rather have of what there is: English where they name nothing. */
function languageOf(request: Pick<Request, 'acceptsLanguages'>): ListingLanguage {
  const accepted = request.acceptsLanguages([...LISTING_LANGUAGES]);
  return LISTING_LANGUAGES.find((language) => language === accepted) ?? 'en';
}

/** What is there; nothing where it is not found. */
async function orNothing<Record>(record: Promise<Record>): Promise<Record | undefined> {
  try {
    return await record;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}
