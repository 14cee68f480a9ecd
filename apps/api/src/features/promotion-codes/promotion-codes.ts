import {
  LIMITS,
  type CreatePromotionCode,
  type Paging,
  type PromotionCode,
  type PromotionCodeList,
} from '@drover/contract';
import { newCode } from '../../auth/credentials';
import type { PromotionCode as Row } from '../../database/client/client';
import { newId } from '../../database/ids';
import { getDevscript } from '../devscripts/devscripts';
import { lockDevscript, type DevscriptIds, type LockedDevscript } from '../devscripts/lock-devscript';
import { ApiError, orNotFound } from '../../errors/api-error';
import { listAll, type LongList } from '../../database/lists';
import { listingUrl, reserveSlug } from '../publishing/slugs';
import type { AppContext } from '../../context/app-context';
import { formatLocalTime } from '../../records/local-time';
import { endOfDay } from './days';

/** Lists the codes that have not expired. */
export async function listPromotionCodes(
  context: AppContext,
  { accountId, devscriptId }: DevscriptIds,
  paging: Paging,
): Promise<PromotionCodeList | LongList<PromotionCode>> {
  const { prisma } = context;
  await getDevscript(context, accountId, devscriptId);
  const where = { devscriptId, expiresAt: { gte: new Date() } };
  return listAll(paging, {
    find: (page) =>
      prisma.promotionCode.findMany({
        ...page,
        where: { AND: [where, page.where] },
        include: { devscript: true },
      }),
    count: (take) => prisma.promotionCode.count({ where, take }),
    item: ({ devscript, ...row }) => toPromotionCode(context, row, devscript),
  });
}

/**
 * Creates a code that is valid until the end of the day in the server's time zone. Its URL is that of the listing,
 * which exists once the script is published.
 */
export async function createPromotionCode(
  context: AppContext,
  ids: DevscriptIds,
  { percentOff }: CreatePromotionCode,
): Promise<PromotionCode> {
  const { prisma, settings } = context;
  const now = new Date();
  return prisma.$transaction(async (transaction) => {
    const devscript = await lockDevscript(transaction, ids);
    assertPaidAndApproved(devscript);
    const valid = { devscriptId: devscript.id, expiresAt: { gte: now } };
    if ((await transaction.promotionCode.count({ where: valid })) >= LIMITS.promotionCodes) {
      throw new ApiError('conflict', {
        message: `${LIMITS.promotionCodes} codes of the script are valid, which is the limit. Delete one first.`,
      });
    }
    const slug = await reserveSlug(transaction, devscript);
    const row = await transaction.promotionCode.create({
      data: {
        id: newId(),
        devscriptId: devscript.id,
        code: newCode(LIMITS.promotionCodeChars),
        percentOff,
        expiresAt: endOfDay(now, settings.TZ),
      },
    });
    return toPromotionCode(context, row, { ...devscript, slug });
  });
}

export async function removePromotionCode(
  { prisma }: AppContext,
  { accountId, devscriptId, promotionCodeId }: DevscriptIds & { promotionCodeId: string },
): Promise<void> {
  const { count } = await prisma.promotionCode.deleteMany({
    where: { id: promotionCodeId, devscriptId, devscript: { accountId } },
  });
  orNotFound(count || null);
}

/**
 * Finds a valid code of a devscript, ignoring case and surrounding spaces. Returns null if it is unknown or expired.
 */
export async function findPromotionCode(
  { prisma }: AppContext,
  devscriptId: string,
  code: string,
): Promise<Row | null> {
  return prisma.promotionCode.findFirst({
    where: { devscriptId, code: code.trim().toUpperCase(), expiresAt: { gte: new Date() } },
  });
}

function assertPaidAndApproved({ reviewState, plan }: LockedDevscript): void {
  if (reviewState !== 'approved') {
    throw new ApiError('conflict', {
      message: 'Promotion codes are only available for approved scripts. Submit the script for review first.',
    });
  }
  if (plan !== 'monthly') {
    throw new ApiError('conflict', {
      message: 'Promotion codes are only available for scripts with a monthly plan. Set a price first.',
    });
  }
}

function toPromotionCode(
  context: AppContext,
  { id, code, percentOff, expiresAt }: Row,
  { name, slug }: { name: string; slug: string | null },
): PromotionCode {
  return {
    _id: id,
    code,
    percentOff,
    expiresAt: formatLocalTime(expiresAt, context.settings.TZ),
    name,
    url: listingUrl(context, orNotFound(slug)),
  };
}
