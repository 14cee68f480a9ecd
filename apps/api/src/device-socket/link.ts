import {
  CLOSE_CODES,
  type Facts,
  type Hello,
  type Progress,
  type RunOrder,
  type ServerFrame,
} from '@drover/contract';
import type { Shares } from '../tasks/shares';
import type { Turns } from '../tasks/turns';
import type { AgentUpdates } from './agent-updates';
import type { Backpressure } from './backpressure';
import type { Engine } from './engine';
import type { Report } from './report';

/** A device that is connected to this node. */
export interface Recipient {
  readonly deviceId: string;
  readonly linkId: string;
  /** IDs of what was sent on this link and need not be sent again. */
  readonly sent: Set<string>;
  readonly updates: AgentUpdates;
  readonly engine: Engine;
  isCongested(): boolean;
  send(frame: ServerFrame): void;
  sendOrder(order: Order): void;
}

/** The order of a run, which the recipient takes as a frame or as the JSON of the frame. */
export interface Order {
  toFrame(): RunOrder;
  /** Long JSON comes in parts, some of which other orders share. */
  toJson(): string | Buffer[];
}

/** A device that sent its hello. */
export interface Arrival {
  linkId: string;
  tokenHash: string;
  hello: Hello;
}

/** A device whose credential is valid. */
export interface LinkedDevice {
  id: string;
  accountId: string;
  name: string;
}

/** How far a run of a device has come. */
type RunProgress = Omit<Progress, 'type'> & { deviceId: string; accountId: string };

/** What a link needs from the node that it is connected to. */
export interface LinkHost {
  /** Resolves to undefined if the credential is unknown. */
  connect(arrival: Arrival): Promise<LinkedDevice | undefined>;
  /** Resolves once the report is stored. */
  report(report: Report): Promise<unknown>;
  /** Stores what a device says about itself, soon. */
  recordFacts(deviceId: string, facts: Facts): void;
  /** Stores how far a run has come, soon. */
  recordProgress(progress: RunProgress): void;
  /** Called when the device is online and may be sent its work. */
  onOpen(link: Link): void;
  onClose(link: Link): void;
  onFrame(direction: 'received' | 'sent', type: string): void;
  /** Makes the link acknowledge soon what is stored by now. */
  acknowledge(link: { sendAck(): void }): void;
  readonly backpressure: Backpressure;
  /** What accounts and addresses may use of the main thread. */
  readonly shares: Shares;
  /** Divides the time of the event loop between the accounts of devices. */
  readonly turns: Turns;
  readonly heartbeatMs: number;
}

/** A device's connection. */
export interface Link extends Recipient {
  close(code: number, reason: string): void;
  /** Sends a ping. Ends the connection if the last two pings were not answered. */
  ping(): void;
}

/** Closes a link that a newer one replaced. */
export function replaceLink(link: Link): void {
  link.close(CLOSE_CODES.replaced, 'a newer link replaced this one');
}

/** Closes the link of a device that was deleted. */
export function forgetLink(link: Link): void {
  link.send({ type: 'forget' });
  link.close(CLOSE_CODES.badCredential, 'the device was deleted');
}
