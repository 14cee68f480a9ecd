import type { DeviceFrame } from '@drover/contract';
import type { Engine } from './engine';

/** A frame of which nothing can be stored. It is acknowledged all the same. */
export interface Discarded {
  type: 'discarded';
  n: number;
}

/** A frame that is acknowledged once it is stored. */
export type DurableFrame = Extract<DeviceFrame, { n: number }> | Discarded;

/** Why a frame cannot be stored. The reason does not quote the frame. */
export interface Rejection {
  type: string;
  runId?: string;
  reason: string;
}

/** A durable frame from a device. Statements that store it check that the run belongs to the device. */
export interface Report<Frame extends DurableFrame = DurableFrame> {
  deviceId: string;
  accountId: string;
  frame: Frame;
  /** Size of the frame as it arrived. */
  bytes: number;
  /** What runs the scripts of the device. Absent if the frame is not from a device. */
  engine?: Engine;
  /** Set if the frame stands for one that cannot be stored. */
  rejection?: Rejection;
  /** Converts a device's timestamp, in milliseconds, to the server's time. */
  time: (at: number) => Date;
}
