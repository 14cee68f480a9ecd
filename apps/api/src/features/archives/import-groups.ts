import type { ArchivedGroup } from '@drover/contract';
import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../database/ids';
import { createDeviceGroup, updateDeviceGroup } from '../device-groups/device-groups';
import { type ImportSession, type Imported, ImportFailure } from './import-session';

/** Imports a device group, without the devices that do not exist here. */
export async function importGroup(session: ImportSession, archived: ArchivedGroup): Promise<Imported> {
  const { context, accountId, isDryRun } = session;
  const { _id: originId, name, rule } = archived;
  if ((rule === null) === (archived.devices === null)) {
    throw new ImportFailure('invalid', 'It must have either devices or a rule.');
  }
  const { ids, missing: missingDevices } = await session.findDevices(archived.devices ?? []);
  const existing = await context.prisma.deviceGroup.findFirst({
    where: session.own(originId),
    include: { members: true },
  });
  await session.assertNameIsFree('DeviceGroup', { id: existing?.id, name });
  const members = rule ? { rule } : { devices: ids };
  if (!existing) {
    await session.assertRoom('device-group');
    if (isDryRun) return planned(session, originId, missingDevices);
    const { _id } = await createDeviceGroup(context, accountId, { name, ...members, originId });
    session.setId('device-group', originId, _id);
    return { _id, outcome: 'created', missingDevices };
  }
  const { id: _id } = existing;
  session.setId('device-group', originId, _id);
  const before = existing.members.map(({ deviceId }) => deviceId).sort();
  const isSame =
    existing.name === name &&
    isDeepStrictEqual(existing.rule, rule) &&
    isDeepStrictEqual(before, [...ids].sort());
  if (isSame) return { _id, outcome: 'unchanged', missingDevices };
  if (!isDryRun) await updateDeviceGroup(context, { accountId, groupId: _id }, { name, ...members });
  return { _id, outcome: 'changed', missingDevices };
}

function planned(session: ImportSession, originId: string, missingDevices: string[]): Imported {
  session.setId('device-group', originId, newId());
  return { _id: null, outcome: 'created', missingDevices };
}
