import { isOutdated } from '@drover/contract/app-version';
import type { DeviceFacts, Facts } from '@drover/contract';
import { insertFrom, now, texts, unnest } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import type { AppContext } from '../../context/app-context';
import { orNotFound } from '../../errors/api-error';

/** Facts that a device sent. */
export interface ReportedFacts {
  deviceId: string;
  facts: Omit<Facts, 'type'>;
}

/** Returns what the device reported last. */
export async function getFacts(
  { prisma }: AppContext,
  { accountId, deviceId }: { accountId: string; deviceId: string },
): Promise<DeviceFacts> {
  const found = await prisma.device.findFirst({
    where: { id: deviceId, accountId },
    select: { appVersion: true, platform: true, facts: true },
  });
  const { facts, ...device } = orNotFound(found);
  return {
    ...(facts?.facts as ReportedFacts['facts'] | undefined),
    reportedAt: facts?.reportedAt.toISOString() ?? null,
    isOutdated: isOutdated(device),
  };
}

/** Stores the facts of many devices. Ignores devices that were deleted meanwhile. */
export async function recordFacts({ pool }: AppContext, reported: ReportedFacts[]): Promise<void> {
  const newest = [...new Map(reported.map((entry) => [entry.deviceId, entry])).values()];
  const rows = unnest('v', {
    deviceId: texts(newest.map(({ deviceId }) => deviceId)),
    facts: texts(newest.map(({ facts }) => JSON.stringify(facts))),
  });
  const existing = db
    .selectFrom(rows)
    .innerJoin('Device', 'Device.id', 'v.deviceId')
    .orderBy('Device.id')
    .forKeyShare('Device');
  const insert = insertFrom(db.insertInto('DeviceFacts'), existing, ({ ref, cast }) => ({
    deviceId: ref('v.deviceId'),
    facts: cast<string>('v.facts', 'json'),
    reportedAt: now,
  })).onConflict((conflict) =>
    conflict.column('deviceId').doUpdateSet({
      facts: ({ ref }) => ref('excluded.facts'),
      reportedAt: ({ ref }) => ref('excluded.reportedAt'),
    }),
  );
  await execute(pool, prepared(insert));
}
