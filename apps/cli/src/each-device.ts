import type { Device } from '@drover/sdk';
import { explain, Failure } from './failures';

/** Requests under way at one time. */
const batchSize = 8;
/** Failures that are told one by one. */
const toldFailures = 10;

/** Does something with each device; one that fails does not keep the others from it. */
export async function eachDevice(devices: Device[], act: (device: Device) => Promise<void>): Promise<void> {
  const failures: { device: Device; error: unknown }[] = [];
  for (let start = 0; start < devices.length; start += batchSize) {
    const batch = devices.slice(start, start + batchSize).map(async (device) => {
      await act(device).catch((error: unknown) => failures.push({ device, error }));
    });
    await Promise.all(batch);
  }
  if (failures.length === 0) return;
  if (devices.length === 1) throw failures[0].error;
  const hints = failures
    .slice(0, toldFailures)
    .map(({ device, error }) => `${device.name}: ${explain(error)[0]}`);
  throw new Failure('refused', `Failed for ${failures.length} of ${devices.length} devices.`, hints);
}
