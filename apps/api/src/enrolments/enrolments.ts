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
import { hashSecret, newCode, newSecret } from '../accounts/credentials';
import type { EnrolmentKey as Row } from '../database/client/client';
import { newId } from '../database/ids';
import { statementsOf } from '../database/statements';
import { toDevice } from '../devices/device-record';
import { publishDevices } from '../events/publish';
import { ApiError, found } from '../http/api-error';
import { findRows, listPage } from '../http/lists';
import type { Service } from '../service';
import { recordEvents } from '../webhooks/outbox';

export async function listEnrolmentKeys(
  { prisma }: Service,
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
  { prisma, publicUrl, addresses }: Service,
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
  { prisma }: Service,
  accountId: string,
  keyId: string,
): Promise<void> {
  const { count } = await prisma.enrolmentKey.deleteMany({ where: { id: keyId, accountId } });
  found(count || null);
}

/**
 * Registers a device with whoever made the key. A use of the key is taken in the same step: it cannot be used twice. A
 * phone that is known by its key alone has to have the key for itself.
 */
export async function createEnrolment(
  service: Service,
  { key, name, ...labels }: CreateEnrolment,
  { phoneKeyHash }: { phoneKeyHash?: string } = {},
): Promise<{ enrolment: Enrolment; accountId: string }> {
  const { prisma } = service;
  const token = newSecret('hmd');
  const row = await prisma.$transaction(async (transaction) => {
    const [used] = await transaction.enrolmentKey.updateManyAndReturn({
      where: {
        hash: hashSecret(key.trim().toUpperCase()),
        expiresAt: { gt: new Date() },
        uses: { lt: prisma.enrolmentKey.fields.maxUses },
        ...(phoneKeyHash !== undefined && { maxUses: 1 }),
      },
      data: { uses: { increment: 1 } },
    });
    if (!used) throw new ApiError('invalidEnrolmentKey');
    const device = await transaction.device.create({
      data: {
        id: newId(),
        accountId: used.accountId,
        tokenHash: hashSecret(token),
        phoneKeyHash,
        name: name ?? nameFrom(labels),
        ...labels,
      },
    });
    await recordEvents(statementsOf(transaction), [
      { accountId: used.accountId, type: 'device.enrolled', data: toDevice({ ...device, leaseUntil: null }) },
    ]);
    return device;
  });
  publishDevices(service, [row.id]);
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
