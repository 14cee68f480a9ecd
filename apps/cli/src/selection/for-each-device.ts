import type { Device } from '@drover/sdk';
import { CliError, describeError } from '../errors/cli-error';

/** Number of concurrent requests. */
const batchSize = 8;
/** Maximum number of failures that are listed. */
const maxListedFailures = 10;

/** Calls `act` for each device. A failure does not stop the others; all failures are thrown as one error at the end. */
export async function forEachDevice(
  devices: Device[],
  act: (device: Device) => Promise<void>,
): Promise<void> {
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
    .slice(0, maxListedFailures)
    .map(({ device, error }) => `${device.name}: ${describeError(error)[0]}`);
  throw new CliError('rejected', `Failed for ${failures.length} of ${devices.length} devices.`, hints);
}
