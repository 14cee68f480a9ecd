import {
  cutChars,
  LIMITS,
  type CreatedEnrolmentKey,
  type CreateEnrolment,
  type CreateEnrolmentKey,
  type Enrolment,
  type EnrolmentKey,
  type EnrolmentKeyList,
  type Paging,
} from '@drover/contract';
import { hashSecret, newCode, newSecret } from '../../auth/credentials';
import type { EnrolmentKey as Row } from '../../database/client/client';
import { newId } from '../../database/ids';
import { toDevice } from '../../records/device-record';
import { publishDevices } from '../../bus/publish-changes';
import { ApiError, orNotFound } from '../../errors/api-error';
import { findRows, listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import { recordEvents } from '../../outbox/outbox';

export async function listEnrolmentKeys(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<EnrolmentKeyList> {
  const where = {
    accountId,
    expiresAt: { gt: new Date() },
    uses: { lt: prisma.enrolmentKey.fields.maxUses },
  };
  return listPage(paging, {
    ...findRows(prisma.enrolmentKey, where),
    item: toEnrolmentKey,
  });
}

export async function createEnrolmentKey(
  { prisma, publicUrl, addresses }: AppContext,
  accountId: string,
  { name, maxUses = 1, expiresIn = LIMITS.enrolmentKeySeconds }: CreateEnrolmentKey,
): Promise<CreatedEnrolmentKey> {
  await prisma.enrolmentKey.deleteMany({ where: { accountId, expiresAt: { lte: new Date() } } });
  const key = newCode(LIMITS.enrolmentKeyChars);
  const row = await prisma.enrolmentKey.create({
    data: {
      id: newId(),
      accountId,
      name,
      hash: hashSecret(key),
      maxUses,
      expiresAt: new Date(Date.now() + expiresIn * 1000),
    },
  });
  return { ...toEnrolmentKey(row), key, url: `${publicUrl}/enrol/${key}`, addresses };
}

export async function removeEnrolmentKey(
  { prisma }: AppContext,
  accountId: string,
  keyId: string,
): Promise<void> {
  const { count } = await prisma.enrolmentKey.deleteMany({ where: { id: keyId, accountId } });
  orNotFound(count || null);
}

/** A phone has no other identity than its key, so its key must be for a single use. */
interface PhoneEnrolment {
  phoneKeyHash: string;
  /** The device token, which the phone has stored already. */
  token: string;
}

/** Returns whether a key can enrol a phone now. */
export async function isPhoneKey({ prisma }: AppContext, key: string): Promise<boolean> {
  return (await prisma.enrolmentKey.count({ where: { ...usable(prisma, key), maxUses: 1 } })) > 0;
}

/** The condition for keys that have neither expired nor been used up. */
function usable(prisma: AppContext['prisma'], key: string) {
  return {
    hash: hashSecret(key.trim().toUpperCase()),
    expiresAt: { gt: new Date() },
    uses: { lt: prisma.enrolmentKey.fields.maxUses },
  };
}

/**
 * Registers a device in the account that created the key. The same transaction counts the use of the key, so that a key
 * cannot be used too often.
 */
export async function createEnrolment(
  context: AppContext,
  { key, name, ...labels }: CreateEnrolment,
  phone?: PhoneEnrolment,
): Promise<{ enrolment: Enrolment; accountId: string }> {
  const { prisma } = context;
  const token = phone?.token ?? newSecret('hmd');
  const where = { ...usable(prisma, key), ...(phone && { maxUses: 1 }) };
  // A wrong key takes no transaction, for which others would have to wait.
  if ((await prisma.enrolmentKey.count({ where })) === 0) throw new ApiError('invalidEnrolmentKey');
  const row = await prisma.$transaction(async (transaction) => {
    const [used] = await transaction.enrolmentKey.updateManyAndReturn({
      where,
      data: { uses: { increment: 1 } },
    });
    if (!used) throw new ApiError('invalidEnrolmentKey');
    const device = await transaction.device.create({
      data: {
        id: newId(),
        accountId: used.accountId,
        tokenHash: hashSecret(token),
        phoneKeyHash: phone?.phoneKeyHash,
        name: name ?? nameFrom(labels),
        ...labels,
      },
    });
    await recordEvents(transaction, [
      { accountId: used.accountId, type: 'device.enrolled', data: toDevice({ ...device, leaseUntil: null }) },
    ]);
    return device;
  });
  publishDevices(context, [row.id]);
  return { enrolment: { device: toDevice({ ...row, leaseUntil: null }), token }, accountId: row.accountId };
}

function nameFrom({ brand, model }: { brand: string; model: string }): string {
  return cutChars(`${brand} ${model}`.trim() || 'Device', LIMITS.deviceNameChars);
}

function toEnrolmentKey({ id, name, maxUses, uses, expiresAt, createdAt }: Row): EnrolmentKey {
  return {
    _id: id,
    name,
    maxUses,
    uses,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}
