import type { ChangedRun } from '../bus/bus';
import { publishRuns } from '../events/publish';
import { wakeDevices } from '../link/wake';
import type { Service } from '../service';

/** A run that changed, and the device that has to hear of it. */
export interface DeviceRun extends ChangedRun {
  deviceId: string;
}

/** Wakes the devices of runs that changed, and tells who watches. To be called after the commit. */
export function announceRuns(service: Service, runs: DeviceRun[]): void {
  wakeDevices(service, [...new Set(runs.map(({ deviceId }) => deviceId))]);
  publishRuns(service, runs);
}
