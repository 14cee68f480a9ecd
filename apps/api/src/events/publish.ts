import type { ChangedRun, LineRange, NewMessage, RemovedDevice } from '../bus/bus';
import type { Service } from '../service';

/** Keeps a message of the bus well below a megabyte. */
const idsPerMessage = 5_000;

/** Devices that came, went, or changed. Like all of these: to be called after the commit. */
export function publishDevices({ bus }: Service, deviceIds: string[]): void {
  for (const part of parts(deviceIds)) bus.publish('changed', { deviceIds: part });
}

export function publishRemoved({ bus }: Service, device: RemovedDevice): void {
  bus.publish('changed', { removedDevices: [device] });
}

/** Lines that were written for the first time: before the end of their run, so that nobody leaves without them. */
export function publishLines({ bus }: Service, lines: LineRange[]): void {
  for (const part of parts(lines)) bus.publish('changed', { lines: part });
}

/** Runs that came to a new state, each with that state. */
export function publishRuns({ bus }: Service, runs: ChangedRun[]): void {
  for (const part of parts(runs)) {
    bus.publish('changed', { runs: part.map(({ id, state }) => ({ id, state })) });
  }
}

export function publishMessages({ bus }: Service, messages: NewMessage[]): void {
  for (const part of parts(messages)) bus.publish('changed', { messages: part });
}

function* parts<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += idsPerMessage) {
    yield items.slice(start, start + idsPerMessage);
  }
}
