import type { AddToLibrary, Listing, ListingFilter, ListingList, Quote, Script } from '@drover/contract';
import type { Prisma } from '../database/client/client';
import { ApiError, found } from '../http/api-error';
import { listPage, literally } from '../http/lists';
import { findPromotionCode } from '../promotion-codes/promotion-codes';
import { listingUrl } from '../publishing/slugs';
import { toScript } from '../scripts/script-record';
import { addToLibrary, inLibraryOf } from '../scripts/scripts';
import type { Service } from '../service';

/** What is listed has its devscript still: deleting that takes the listing down. The price is the devscript's. */
const listed = { isListed: true, devscript: { isNot: null } } satisfies Prisma.ScriptWhereInput;
const withOffer = { account: { select: { name: true } }, devscript: true } as const;
type Row = Prisma.ScriptGetPayload<{ include: typeof withOffer }>;

export async function listListings(
  service: Service,
  { name, ...paging }: ListingFilter,
): Promise<ListingList> {
  const { prisma } = service;
  const where: Prisma.ScriptWhereInput = {
    ...listed,
    name: name === undefined ? undefined : { contains: literally(name), mode: 'insensitive' },
  };
  return listPage(paging, {
    find: (page) =>
      prisma.script.findMany({ ...page, where: { AND: [where, page.where] }, include: withOffer }),
    count: () => prisma.script.count({ where }),
    item: (row) => toListing(service, row),
  });
}

export async function getListing(service: Service, slug: string): Promise<Listing> {
  return toListing(service, await findListed(service, slug));
}

/** What a month costs with a promotion code. */
export async function quoteListing(service: Service, slug: string, code: string): Promise<Quote> {
  const { devscript } = await findListed(service, slug);
  const { id, plan, price, currency } = found(devscript);
  if (plan === 'free' || price === null || currency === null) {
    throw new ApiError('conflict', { message: 'The script is free. It needs no promotion code.' });
  }
  const promotion = await findPromotionCode(service, id, code);
  if (!promotion) {
    throw new ApiError('notFound', { message: 'The promotion code is unknown here, or no longer valid.' });
  }
  const { percentOff } = promotion;
  return { percentOff, price, discountedPrice: discount(price, percentOff), currency };
}

/** Adds what is free, one's own, or given away by a code; what is in the library already stays there. */
export async function addListing(
  service: Service,
  accountId: string,
  { slug, code }: AddToLibrary & { slug: string },
): Promise<Script> {
  const row = await findListed(service, slug);
  if (!(await isFor(service, accountId, { row, code }))) {
    throw new ApiError('forbidden', {
      message: 'The script is paid. Adding it needs a valid promotion code of 100 %: ask its owner for one.',
    });
  }
  await addToLibrary(service.prisma, accountId, row.id);
  return toScript(row, accountId);
}

/** A price less some per cent, in whole minor units; half a unit is rounded up. */
export function discount(price: number, percentOff: number): number {
  const exact = (price * (100 - percentOff)) / 100;
  // Cut to a millionth first: half a unit may come out a little below itself.
  return Math.round(Number(exact.toFixed(6)));
}

async function findListed({ prisma }: Service, slug: string): Promise<Row> {
  const where = { ...listed, slug: slug.toLowerCase() };
  return found(await prisma.script.findFirst({ where, include: withOffer }));
}

async function isFor(
  service: Service,
  accountId: string,
  { row, code }: { row: Row; code?: string },
): Promise<boolean> {
  const devscript = found(row.devscript);
  if (devscript.plan === 'free' || row.accountId === accountId) return true;
  const inLibrary = { id: row.id, ...inLibraryOf(accountId) };
  if ((await service.prisma.script.count({ where: inLibrary })) > 0) return true;
  const promotion = code === undefined ? null : await findPromotionCode(service, devscript.id, code);
  return promotion?.percentOff === 100;
}

function toListing(service: Service, { slug, name, version, description, account, devscript }: Row): Listing {
  const { plan, price, currency } = found(devscript);
  return {
    ...{ slug, name, version, description, ownerName: account.name },
    ...{ plan, price, currency, url: listingUrl(service, slug) },
  };
}
