export type { Clock } from './clock';
export { DeviceAgent, type EndReason } from './device-agent';
export {
  DeviceLink,
  type DeviceDescription,
  type DeviceFacts,
  type LinkHost,
  type Order,
  type Socket,
  type SocketEvents,
} from './device-link';
export { Journal, type JournalFile, type RunRecord } from './journal';
export { Outbox, type Draft, type FrameStore } from './outbox';
export type { PostedReport } from './posted-frame';
export { readProgress, readResult, type RunOutput } from './run-output';
export { LastFailedStep, RunSteps } from './run-steps';
export type { ProgressReport, ResultReport, StepReport } from './script-output';
export type { Outcome, Script, ScriptEvents, ScriptHost, StoredOrder, UpdateHost } from './script-host';
export { toStorableText } from './text';
