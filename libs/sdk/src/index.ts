export * from './accounts';
export * from './api-error';
export type { ApiPromise, WithResponse } from './api-promise';
export * from './approvals';
export * from './archives';
export * from './artifacts';
export * from './audit';
export * from './device-groups';
export * from './devices';
export type {
  Config,
  ConfigItem,
  ConfigValue,
  FileContent,
  FileKind,
  LocalFile,
  Project,
  ScriptFile,
  SourceFile,
  UploadFiles,
  UploadProject,
} from './devscript-files';
export * from './devscripts';
export * from './drover';
export * from './enrolments';
export * from './events';
export * from './failures';
export * from './input-files';
export {
  Jobs,
  type CreateJob,
  type ExecuteRequest,
  type Job,
  type JobFilter,
  type JobSummary,
  type JobKind,
  type RunOptions,
  type RunRequest,
  type StartedJob,
  type Trigger,
  type TriggerKind,
  type UpdateAgents,
} from './jobs';
export * from './listings';
export { trackSteps } from './log-steps';
export { Logs } from './logs';
export * from './messages';
export * from './agent-updates';
export * from './notification-settings';
export { collectItems, type Page, type Paging } from './paging';
export * from './directory';
export * from './identities';
export * from './passkeys';
export * from './password-resets';
export * from './repositories';
export * from './sign-in-requests';
export * from './presets';
export * from './promotion-codes';
export * from './publishing';
export type { CallOptions, DroverOptions, RequestInfo, ResponseInfo } from './call-options';
export type { ReasonCode } from './reasons';
export * from './result-schema';
export * from './result-table';
export * from './results';
export * from './reviews';
export * from './revisions';
export * from './rollouts';
export {
  hasEnded,
  openRunStates,
  Runs,
  type LatestRun,
  type LatestRunFilter,
  type LatestRunList,
  type LogFilter,
  type LogLevel,
  type LogLine,
  type LogStep,
  type LogPage,
  type PinnedRevision,
  type Run,
  type RunProgress,
  type RunResult,
  type AdjacentRuns,
  type RunFilter,
  type RunState,
  type StopRuns,
  type WaitOptions,
} from './runs';
export * from './schedules';
export * from './scripts';
export * from './second-factor';
export * from './secrets';
export * from './statistics';
export * from './stores';
export * from './members';
export * from './tokens';
export * from './usage';
export * from './webhook-payload';
export * from './webhooks';

// Every program that imports the client compiles its comparison with the contract.
import type {} from './conformance/conformance';
