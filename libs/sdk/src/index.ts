export * from './accounts';
export * from './api-error';
export * from './audit';
export * from './device-groups';
export * from './devices';
export * from './devscripts';
export * from './drover';
export * from './enrolments';
export * from './events';
export type {
  CodeChoice,
  RerunJob,
  Retry,
  RetryRequest,
  Rollout,
  RolloutRequest,
  RolloutState,
  UpdateRollout,
  Wave,
  WaveState,
} from './rollouts';
export { Jobs } from './jobs';
export type {
  CreateJob,
  ExecuteRequest,
  Job,
  JobFilter,
  JobKind,
  RunOptions,
  RunRequest,
  StartedJob,
} from './jobs';
export * from './listings';
export { Logs } from './logs';
export * from './messages';
export type { Page, Paging } from './paging';
export * from './presets';
export * from './promotion-codes';
export type { CallOptions, DroverOptions } from './request';
export * from './reviews';
export { hasEnded, Runs } from './runs';
export type {
  LogFilter,
  LogLevel,
  LogLine,
  LogPage,
  Run,
  RunFilter,
  RunState,
  StopRuns,
  WaitOptions,
} from './runs';
export * from './schedules';
export type {
  Config,
  ConfigItem,
  ConfigValue,
  FileContent,
  FileKind,
  LocalFile,
  ScriptFile,
  UploadFiles,
} from './script-files';
export * from './scripts';
export * from './secrets';
export * from './tokens';
export * from './webhooks';
