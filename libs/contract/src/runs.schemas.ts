import { z } from 'zod';
import { choiceFields, hasOneChoice, noChoice } from './devices.schemas';
import { FilterText, Id, queryInteger, Time } from './fields';
import { LIMITS } from './limits';
import { Paging } from './lists';

/** Where a run stands: queued → running → a result; stopping in between where it was stopped. */
export const RunState = z.enum([
  'queued',
  'running',
  'stopping',
  'succeeded',
  'failed',
  'timed_out',
  'lost',
  'stopped',
  'canceled',
  'expired',
  'rejected',
]);
export type RunState = z.infer<typeof RunState>;

/** Runs by state; every state is there. */
export const RunCounts = z.record(RunState, z.number().int());
export type RunCounts = z.infer<typeof RunCounts>;

/** States that a run is in before its result. */
export const OPEN_RUN_STATES = ['queued', 'running', 'stopping'] as const satisfies readonly RunState[];

/** Weight of a log line. */
export const LogLevel = z.enum(['verbose', 'debug', 'info', 'warn', 'error']);
export type LogLevel = z.infer<typeof LogLevel>;

/** One job on one device, and what became of it. */
export const Run = z.object({
  _id: Id,
  jobId: Id,
  deviceId: Id,
  deviceName: z.string().meta({ description: 'name of the device when the run was asked for' }),
  scriptId: Id.nullable(),
  state: RunState,
  reason: z.string().nullable().meta({ description: 'why the run is in its state, in words' }),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  wave: z.number().int().nullable().meta({ description: "number of its wave in the job's roll-out" }),
  attempt: z.number().int().min(1),
  retryOf: Id.nullable().meta({ description: 'the attempt before this one' }),
  isRetried: z.boolean().meta({ description: 'whether another attempt follows it' }),
  isHeld: z.boolean().meta({ description: 'queued, and not for the device yet: its turn has not come' }),
  heldUntil: Time.nullable().meta({ description: 'when its turn comes, where that is known' }),
  createdAt: Time,
  deliverBy: Time.nullable().meta({
    description: 'the run expires if the device has not had it by then; null while it is held',
  }),
  startedAt: Time.nullable(),
  finishedAt: Time.nullable(),
});
export type Run = z.infer<typeof Run>;

/** Filters of GET /v1/runs. */
export const RunFilter = Paging.extend({
  jobId: FilterText.optional(),
  deviceId: FilterText.optional(),
  scriptId: FilterText.optional(),
  state: RunState.optional(),
});
export type RunFilter = z.infer<typeof RunFilter>;

/** One line of a run's log. `seq` counts from 1 without gaps. */
export const LogLine = z.object({
  seq: z.number().int().min(1),
  at: Time,
  level: LogLevel,
  text: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;

/** `after` is the `seq` of the last line that the caller has. */
export const LogFilter = z.object({
  after: queryInteger(0, 2_000_000_000).optional(),
  limit: queryInteger(1, LIMITS.logItems).optional(),
});
export type LogFilter = z.infer<typeof LogFilter>;

/** Lines in order; `count` is the number of lines after `after`, those beyond `limit` included. */
export const LogPage = z.object({ count: z.number().int(), items: z.array(LogLine) });
export type LogPage = z.infer<typeof LogPage>;

/** Body of POST /v1/runs/stop. */
export const StopRuns = z
  .object({
    scriptId: Id.optional().meta({ description: 'without it whatever runs there is stopped' }),
    ...choiceFields,
  })
  .refine(hasOneChoice, noChoice);
export type StopRuns = z.infer<typeof StopRuns>;
