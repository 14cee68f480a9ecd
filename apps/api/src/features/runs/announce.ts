import type { ChangedRun } from '../../bus/bus';
import { publishRuns } from '../../bus/publish-changes';
import { wakeDevices } from '../../bus/wake-devices';
import type { AppContext } from '../../context/app-context';

/** A run that changed, and its device. */
export interface DeviceRun extends ChangedRun {
  deviceId: string;
}

/** Wakes the devices of changed runs and publishes the changes. Call it after the commit. */
export function announceRuns(context: AppContext, runs: DeviceRun[]): void {
  wakeDevices(context, [...new Set(runs.map(({ deviceId }) => deviceId))]);
  publishRuns(context, runs);
}
