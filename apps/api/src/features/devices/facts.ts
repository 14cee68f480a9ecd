import { isOutdated } from '@drover/contract/app-version';
import type { DeviceFacts, Facts } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import { insertFrom, now, texts, unnest } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import type { AppContext } from '../../context/app-context';
import { getDevice } from './devices';

/** Facts that a device sent. */
export interface ReportedFacts {
  deviceId: string;
  facts: Omit<Facts, 'type'>;
}

/** Returns what the device reported last. */
export async function getFacts(
  context: AppContext,
  { deviceId, ...scope }: DeviceScope & { deviceId: string },
): Promise<DeviceFacts> {
  const device = await getDevice(context, scope, deviceId);
  const reported = await context.prisma.deviceFacts.findUnique({ where: { deviceId } });
  const facts = reported?.facts as ReportedFacts['facts'] | undefined;
  return {
    ...facts,
    reportedAt: reported?.reportedAt.toISOString() ?? null,
    isOutdated: isOutdated({ ...device, agentVersion: facts?.agentVersion }),
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
