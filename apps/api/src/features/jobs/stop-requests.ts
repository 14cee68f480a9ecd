import type { StopRuns } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { findDevices, type Targets } from '../devices/targets';
import { stopRuns } from '../runs/stop';
import { requireRunnable } from '../scripts/runnable';

/** Stops one script or all scripts on the devices of a request. Devices that do not run it are not affected. */
export async function stopOnDevices(
  context: AppContext,
  { scriptId, ...scope }: DeviceScope & { scriptId?: string },
  targets: Targets,
): Promise<void> {
  const devices = await findDevices(context.pool, { scope, targets });
  await stopRuns(context, scope, { deviceIds: devices.map(({ id }) => id), scriptId });
}

/** Cancels and stops the runs of one script or all scripts on the devices of a request. */
export async function stopSelectedRuns(
  context: AppContext,
  { accountId, groups }: DeviceScope,
  { scriptId, ...targets }: StopRuns,
): Promise<void> {
  if (scriptId !== undefined) await requireRunnable(context, accountId, scriptId);
  await stopOnDevices(context, { accountId, groups, scriptId }, targets);
}
