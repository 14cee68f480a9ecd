import type { AddToLibrary, Listing, ListingFilter, ListingList, Quote, Script } from '@drover/contract';
import type { Prisma } from '../../database/client/client';
import { ApiError, orNotFound } from '../../errors/api-error';
import { listPage, nameContains } from '../../database/lists';
import { findPromotionCode } from '../promotion-codes/promotion-codes';
import { listingUrl } from '../publishing/slugs';
import { toScript } from '../../records/script-record';
import { addToLibrary, whereInLibrary } from '../scripts/scripts';
import type { AppContext } from '../../context/app-context';

/** Listed scripts have a devscript, which contains the price: deleting the devscript unpublishes its script. */
const listed = { isListed: true, devscript: { isNot: null } } satisfies Prisma.ScriptWhereInput;
const withOffer = { account: { select: { name: true } }, devscript: true } as const;
type Row = Prisma.ScriptGetPayload<{ include: typeof withOffer }>;

export async function listListings(
  context: AppContext,
  { name, ...paging }: ListingFilter,
): Promise<ListingList> {
  const { prisma } = context;
  const where: Prisma.ScriptWhereInput = {
    ...listed,
    name: nameContains(name),
  };
  return listPage(paging, {
    find: (page) =>
      prisma.script.findMany({ ...page, where: { AND: [where, page.where] }, include: withOffer }),
    count: (take) => prisma.script.count({ where, take }),
    item: (row) => toListing(context, row),
  });
}

export async function getListing(context: AppContext, slug: string): Promise<Listing> {
  return toListing(context, await findListed(context, slug));
}

/** Returns the monthly price with a promotion code. */
export async function quoteListing(context: AppContext, slug: string, code: string): Promise<Quote> {
  const { devscript } = await findListed(context, slug);
  const { id, plan, price, currency } = orNotFound(devscript);
  if (plan === 'free' || price === null || currency === null) {
    throw new ApiError('conflict', { message: 'The script is free. It needs no promotion code.' });
  }
  const promotion = await findPromotionCode(context, id, code);
  if (!promotion) {
    throw new ApiError('notFound', {
      message: 'The promotion code is not one of this script, or it has expired.',
    });
  }
  const { percentOff } = promotion;
  return { percentOff, price, discountedPrice: applyDiscount(price, percentOff), currency };
}

/** Adds a script to the library if it is free, the account's own, in the library already, or free with the code. */
export async function addListing(
  context: AppContext,
  accountId: string,
  { slug, code }: AddToLibrary & { slug: string },
): Promise<Script> {
  const row = await findListed(context, slug);
  if (!(await canAdd(context, accountId, { row, code }))) {
    throw new ApiError('forbidden', {
      message: 'The script is paid. Ask its owner for a promotion code of 100 %, and add it with that code.',
    });
  }
  await addToLibrary(context.prisma, accountId, row.id);
  return toScript(row, accountId);
}

/** Reduces a price by a percentage. Returns whole minor units; half a unit is rounded up. */
export function applyDiscount(price: number, percentOff: number): number {
  const exact = (price * (100 - percentOff)) / 100;
  // Rounds to a millionth first, because floating point may put half a unit slightly below it.
  return Math.round(Number(exact.toFixed(6)));
}

async function findListed({ prisma }: AppContext, slug: string): Promise<Row> {
  const where = { ...listed, slug: slug.toLowerCase() };
  return orNotFound(await prisma.script.findFirst({ where, include: withOffer }));
}

async function canAdd(
  context: AppContext,
  accountId: string,
  { row, code }: { row: Row; code?: string },
): Promise<boolean> {
  const devscript = orNotFound(row.devscript);
  if (devscript.plan === 'free' || row.accountId === accountId) return true;
  const inLibrary = { id: row.id, ...whereInLibrary(accountId) };
  if ((await context.prisma.script.count({ where: inLibrary })) > 0) return true;
  const promotion = code === undefined ? null : await findPromotionCode(context, devscript.id, code);
  return promotion?.percentOff === 100;
}

function toListing(
  context: AppContext,
  { slug, name, version, description, account, devscript }: Row,
): Listing {
  const { plan, price, currency } = orNotFound(devscript);
  return {
    ...{ slug, name, version, description, ownerName: account.name },
    ...{ plan, price, currency, url: listingUrl(context, slug) },
  };
}
