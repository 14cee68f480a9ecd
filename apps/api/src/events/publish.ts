import {
  messageParts,
  type ChangedRun,
  type LineRange,
  type NewMessage,
  type RemovedDevice,
} from '../bus/bus';
import type { Service } from '../service';

/** Devices that came, went, or changed. Like all of these: to be called after the commit. */
export function publishDevices({ bus }: Service, deviceIds: string[]): void {
  for (const part of messageParts(deviceIds)) bus.publish('changed', { deviceIds: part });
}

export function publishRemoved({ bus }: Service, device: RemovedDevice): void {
  bus.publish('changed', { removedDevices: [device] });
}

/** Lines that were written for the first time: before the end of their run, so that nobody leaves without them. */
export function publishLines({ bus }: Service, lines: LineRange[]): void {
  for (const part of messageParts(lines)) bus.publish('changed', { lines: part });
}

/** Runs that came to a new state, each with that state. */
export function publishRuns({ bus }: Service, runs: ChangedRun[]): void {
  for (const part of messageParts(runs)) {
    bus.publish('changed', { runs: part.map(({ id, state }) => ({ id, state })) });
  }
}

export function publishMessages({ bus }: Service, messages: NewMessage[]): void {
  for (const part of messageParts(messages)) bus.publish('changed', { messages: part });
}
