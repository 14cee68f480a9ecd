import {
  splitIntoMessages,
  type Bus,
  type ChangedApproval,
  type ChangedRun,
  type LineRange,
  type NewArtifact,
  type NewMessage,
  type RemovedDevice,
} from './bus';

/** The part of the application context that these functions need. */
interface HasBus {
  bus: Pick<Bus, 'publish'>;
}

/** Publishes devices that were added, changed, or went online or offline. Call this and the others after the commit. */
export function publishDevices({ bus }: HasBus, deviceIds: string[]): void {
  for (const part of splitIntoMessages(deviceIds)) bus.publish('changed', { deviceIds: part });
}

export function publishRemoved({ bus }: HasBus, removedDevices: RemovedDevice[]): void {
  bus.publish('changed', { removedDevices });
}

/** Publishes new log lines. Call it before the end of their run is published, because watchers may leave then. */
export function publishLines({ bus }: HasBus, lines: LineRange[]): void {
  for (const part of splitIntoMessages(lines)) bus.publish('changed', { lines: part });
}

/** Publishes runs whose state changed. */
export function publishRuns({ bus }: HasBus, runs: ChangedRun[]): void {
  for (const part of splitIntoMessages(runs)) {
    bus.publish('changed', { runs: part.map(({ id, state }) => ({ id, state })) });
  }
}

export function publishMessages({ bus }: HasBus, messages: NewMessage[]): void {
  for (const part of splitIntoMessages(messages)) bus.publish('changed', { messages: part });
}

export function publishArtifacts({ bus }: HasBus, artifacts: NewArtifact[]): void {
  for (const part of splitIntoMessages(artifacts)) bus.publish('changed', { artifacts: part });
}

/** Publishes requests that need approval, or were decided. */
export function publishApprovals({ bus }: HasBus, approvals: ChangedApproval[]): void {
  for (const part of splitIntoMessages(approvals)) bus.publish('changed', { approvals: part });
}
