import {
  cutChars,
  LIMITS,
  OPEN_RUN_STATES,
  type Accepted,
  type Finished,
  type RunState,
  type Started,
} from '@drover/contract';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import {
  anyOf,
  booleans,
  enums,
  enumValue,
  floats,
  ints,
  now,
  texts,
  timestamps,
  unnest,
  withoutEstimate,
} from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import type { Report } from '../../device-socket/report';
import { hasResult } from './bound-result';
import type { EndedRun } from './retries';

/** Runs, and the devices that report them: a device reports its own runs only. */
interface RunColumns {
  runIds: string[];
  deviceIds: string[];
}

const acceptRuns = defineStatement(({ runIds, deviceIds }: Placeholders<RunColumns>) =>
  db
    .updateTable('Run as r')
    .from(unnest('v', { runId: texts(runIds), deviceId: texts(deviceIds) }))
    .set({ acceptedAt: now })
    .where('r.id', '=', anyOf(runIds))
    .whereRef('r.id', '=', 'v.runId')
    .whereRef('r.deviceId', '=', 'v.deviceId')
    .where((eb) => withoutEstimate(eb('r.acceptedAt', 'is', null))),
);

/** Records that devices have accepted their runs. Accepted runs do not expire. */
export async function recordAccepted(client: ClientBase, reports: Report<Accepted>[]): Promise<void> {
  if (reports.length === 0) return;
  await execute(client, prepared(acceptRuns(runColumns(reports))));
}

/** A run that started, and the seconds since it was requested or released. */
export interface StartedRun extends ChangedRun {
  waitedSeconds: number;
}

const startRuns = defineStatement(
  ({ runIds, deviceIds, times }: Placeholders<RunColumns & { times: Date[] }>) =>
    db
      .updateTable('Run as r')
      .from(unnest('v', { runId: texts(runIds), deviceId: texts(deviceIds), at: timestamps(times) }))
      .set({
        state: (eb) =>
          eb
            .case('r.state')
            .when('queued')
            .then(enumValue('RunState', 'running'))
            .else(eb.ref('r.state'))
            .end(),
        startedAt: (eb) => eb.ref('v.at'),
        acceptedAt: (eb) => eb.fn.coalesce('r.acceptedAt', now),
      })
      .where('r.id', '=', anyOf(runIds))
      .whereRef('r.id', '=', 'v.runId')
      .whereRef('r.deviceId', '=', 'v.deviceId')
      .where((eb) =>
        withoutEstimate(
          eb.and([eb('r.startedAt', 'is', null), eb('r.state', 'in', ['queued', 'stopping', 'lost'])]),
        ),
      )
      .returning((eb) => {
        const due = eb.fn.coalesce('r.releasedAt', 'r.createdAt');
        const waited = sql<number>`extract(epoch FROM clock_timestamp() - ${due})::float`;
        return ['r.id', 'r.state', waited.as('waitedSeconds')];
      }),
);

/** Moves runs from queued to running. A run that is to be stopped keeps its state until its result arrives. */
export async function recordStarted(client: ClientBase, reports: Report<Started>[]): Promise<StartedRun[]> {
  if (reports.length === 0) return [];
  const times = reports.map(({ frame, time }) => time(frame.at));
  return execute(client, prepared(startRuns({ ...runColumns(reports), times })));
}

interface ResultColumns extends RunColumns {
  states: RunState[];
  reasons: (string | null)[];
  exitCodes: (number | null)[];
  signals: (string | null)[];
  failedSteps: (string | null)[];
  startTimes: (Date | null)[];
  times: Date[];
  progress: (number | null)[];
  progressTexts: (string | null)[];
  haveResults: boolean[];
}

const finishRuns = defineStatement((results: Placeholders<ResultColumns>) =>
  db
    .updateTable('Run as r')
    .from(
      unnest('v', {
        runId: texts(results.runIds),
        deviceId: texts(results.deviceIds),
        state: enums('RunState', results.states),
        reason: texts(results.reasons),
        exitCode: ints(results.exitCodes),
        signal: texts(results.signals),
        failedStep: texts(results.failedSteps),
        startedAt: timestamps(results.startTimes),
        at: timestamps(results.times),
        progress: floats(results.progress),
        progressText: texts(results.progressTexts),
        hasResult: booleans(results.haveResults),
      }),
    )
    .set({
      state: (eb) => eb.ref('v.state'),
      reason: (eb) =>
        eb
          .case()
          .when(eb.and([eb('r.state', '=', 'stopping'), eb('v.state', 'in', ['stopped', 'canceled'])]))
          .then(eb.ref('r.reason'))
          .else(eb.ref('v.reason'))
          .end(),
      exitCode: (eb) => eb.ref('v.exitCode'),
      signal: (eb) => eb.ref('v.signal'),
      failedStep: (eb) => eb.ref('v.failedStep'),
      startedAt: (eb) => eb.fn.coalesce('r.startedAt', 'v.startedAt'),
      finishedAt: (eb) => eb.ref('v.at'),
      progress: (eb) => eb.fn.coalesce('v.progress', 'r.progress'),
      progressText: (eb) =>
        eb
          .case()
          .when('v.progress', 'is', null)
          .then(eb.ref('r.progressText'))
          .else(eb.ref('v.progressText'))
          .end(),
      hasResult: (eb) => eb.ref('v.hasResult'),
      // A lost run leaves its group. recordEnded assigns runs that failed.
      failureId: null,
      retriesLeft: (eb) => eb.case('v.state').when('lost').then(0).else(eb.ref('r.retriesLeft')).end(),
    })
    .where('r.id', '=', anyOf(results.runIds))
    .whereRef('r.id', '=', 'v.runId')
    .whereRef('r.deviceId', '=', 'v.deviceId')
    .where((eb) => withoutEstimate(eb('r.state', 'in', [...OPEN_RUN_STATES, 'lost'])))
    .where((eb) => eb.not(eb.and([eb('r.state', '=', 'lost'), eb('v.state', '=', 'lost')])))
    .returning(['r.id', 'r.state', 'r.retriesLeft']),
);

/** Records the results of runs. Of the final states only `lost` changes, by a late result. */
export async function recordFinished(client: ClientBase, reports: Report<Finished>[]): Promise<EndedRun[]> {
  if (reports.length === 0) return [];
  const results: ResultColumns = {
    ...runColumns(reports),
    states: reports.map(({ frame }) => frame.state),
    reasons: reports.map(({ frame }) => frame.reason?.replaceAll('\0', '') ?? null),
    exitCodes: reports.map(({ frame }) => frame.exitCode ?? null),
    signals: reports.map(({ frame }) => frame.signal?.replaceAll('\0', '') ?? null),
    failedSteps: reports.map(({ frame }) => readFailedStep(frame)),
    startTimes: reports.map(({ frame, time }) =>
      frame.startedAt === undefined ? null : time(frame.startedAt),
    ),
    times: reports.map(({ frame, time }) => time(frame.at)),
    progress: reports.map(({ frame }) => frame.progress?.value ?? null),
    progressTexts: reports.map(({ frame }) => frame.progress?.text ?? null),
    haveResults: reports.map(({ frame }) => hasResult(frame)),
  };
  return execute(client, prepared(finishRuns(results)));
}

/** A mask of secrets may have made it longer. */
function readFailedStep({ failedStep }: Finished): string | null {
  if (!failedStep) return null;
  return cutChars(failedStep.replace(/[\0\p{Surrogate}]/gu, '\uFFFD'), LIMITS.stepPathChars);
}

function runColumns(reports: Report<Accepted | Started | Finished>[]): RunColumns {
  return {
    runIds: reports.map(({ frame }) => frame.runId),
    deviceIds: reports.map(({ deviceId }) => deviceId),
  };
}
