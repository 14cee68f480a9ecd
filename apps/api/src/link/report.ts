import type { DeviceFrame } from '@drover/contract';

/** A frame that has to be durable before it is acknowledged. */
export type DurableFrame = Extract<DeviceFrame, { n: number }>;

/** What a device reports. The database holds a device to its own runs. */
export interface Report<Frame extends DurableFrame = DurableFrame> {
  deviceId: string;
  frame: Frame;
  /** The server's time for a time of the device. */
  time: (at: number) => Date;
}
