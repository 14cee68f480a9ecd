import {
  LIMITS,
  type CreatePromotionCode,
  type Paging,
  type PromotionCode,
  type PromotionCodeList,
} from '@drover/contract';
import { newCode } from '../accounts/credentials';
import type { PromotionCode as Row } from '../database/client/client';
import { newId } from '../database/ids';
import { getDevscript } from '../devscripts/devscripts';
import { holdDevscript, type DevscriptIds, type HeldDevscript } from '../devscripts/hold';
import { ApiError, found } from '../http/api-error';
import { listPage } from '../http/lists';
import { listingUrl, reserveSlug } from '../publishing/slugs';
import type { Service } from '../service';
import { endOfDay, localTime } from './days';

/** The codes that are valid still. */
export async function listPromotionCodes(
  service: Service,
  { accountId, devscriptId }: DevscriptIds,
  paging: Paging,
): Promise<PromotionCodeList> {
  const { prisma } = service;
  await getDevscript(service, accountId, devscriptId);
  const where = { devscriptId, expiresAt: { gte: new Date() } };
  return listPage(paging, {
    find: (page) =>
      prisma.promotionCode.findMany({
        ...page,
        where: { AND: [where, page.where] },
        include: { devscript: true },
      }),
    count: () => prisma.promotionCode.count({ where }),
    item: ({ devscript, ...row }) => toPromotionCode(service, row, devscript),
  });
}

/**
 * Makes a code that is valid until the end of today, as the service's time zone has it. Its address is that of the
 * listing, which is there once the script is published.
 */
export async function createPromotionCode(
  service: Service,
  ids: DevscriptIds,
  { percentOff }: CreatePromotionCode,
): Promise<PromotionCode> {
  const { prisma, settings } = service;
  const now = new Date();
  return prisma.$transaction(async (transaction) => {
    const devscript = await holdDevscript(transaction, ids);
    refuseUnsold(devscript);
    const valid = { devscriptId: devscript.id, expiresAt: { gte: now } };
    if ((await transaction.promotionCode.count({ where: valid })) >= LIMITS.promotionCodes) {
      throw new ApiError('conflict', {
        message: `${LIMITS.promotionCodes} codes of the script are valid already. Delete one first.`,
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
    return toPromotionCode(service, row, { ...devscript, slug });
  });
}

export async function removePromotionCode(
  { prisma }: Service,
  { accountId, devscriptId, promotionCodeId }: DevscriptIds & { promotionCodeId: string },
): Promise<void> {
  const { count } = await prisma.promotionCode.deleteMany({
    where: { id: promotionCodeId, devscriptId, devscript: { accountId } },
  });
  found(count || null);
}

/** A valid code of a devscript, however it is written; nothing where it is unknown or over. */
export async function findPromotionCode(
  { prisma }: Service,
  devscriptId: string,
  code: string,
): Promise<Row | null> {
  return prisma.promotionCode.findFirst({
    where: { devscriptId, code: code.trim().toUpperCase(), expiresAt: { gte: new Date() } },
  });
}

function refuseUnsold({ reviewState, plan }: HeldDevscript): void {
  if (reviewState !== 'approved') {
    throw new ApiError('conflict', { message: 'Promotion codes need a script that has passed review.' });
  }
  if (plan !== 'monthly') {
    throw new ApiError('conflict', { message: 'Promotion codes need a monthly plan. Set a price first.' });
  }
}

function toPromotionCode(
  service: Service,
  { id, code, percentOff, expiresAt }: Row,
  { name, slug }: { name: string; slug: string | null },
): PromotionCode {
  return {
    _id: id,
    code,
    percentOff,
    expiresAt: localTime(expiresAt, service.settings.TZ),
    name,
    url: listingUrl(service, found(slug)),
  };
}
