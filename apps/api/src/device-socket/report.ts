import type { DeviceFrame } from '@drover/contract';

/** A frame that is acknowledged once it is stored. */
export type DurableFrame = Extract<DeviceFrame, { n: number }>;

/** A durable frame from a device. Statements that store it check that the run belongs to the device. */
export interface Report<Frame extends DurableFrame = DurableFrame> {
  deviceId: string;
  frame: Frame;
  /** Converts a device's timestamp, in milliseconds, to the server's time. */
  time: (at: number) => Date;
}
