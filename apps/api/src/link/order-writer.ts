import type { Order } from '../device-socket/link';
import { longTextBytes } from '../device-socket/text-frame';
import type { DeliverableJob } from './orders';

/** A run that is marked as sent. */
export interface SentRun {
  id: string;
  jobId: string;
  /** The variant of the job, or null for the job itself. */
  variant: number | null;
  deviceId: string;
  robotName: string;
}

export type OrderWriter = (run: SentRun) => Order;

/**
 * Converts what the runs of a job share to JSON only once: it may contain 64 kB of code and 256 kB of environment, and a
 * job has thousands of runs. If it is long, all of them send the same buffers.
 */
export function createOrderWriter({ order, secretNames }: DeliverableJob): OrderWriter {
  const { ROBOT_ID: _replaced, ...env } = order.env;
  const shared = { ...order, hasSecrets: secretNames.length > 0 || undefined };
  const { env: _own, ...rest } = shared;
  const restJson = JSON.stringify(rest).slice(1);
  const envJson = JSON.stringify({ ...env, ROBOT_ID: '' }).slice(0, -'""}'.length);
  const isLong = envJson.length + restJson.length >= longTextBytes;
  const sharedParts = isLong ? [envJson, restJson].map((part) => Buffer.from(part)) : undefined;
  return ({ id, jobId, deviceId, robotName }) => {
    const run = { type: 'run', runId: id, jobId, robotName } as const;
    return {
      toFrame: () => ({ ...run, ...shared, env: { ...env, ROBOT_ID: deviceId } }),
      toJson() {
        const start = `${JSON.stringify(run).slice(0, -1)},"env":`;
        const device = `${JSON.stringify(deviceId)}},`;
        if (!sharedParts) return start + envJson + device + restJson;
        const [envPart, restPart] = sharedParts;
        return [Buffer.from(start), envPart, Buffer.from(device), restPart];
      },
    };
  };
}
