import type { RunState } from '@drover/contract';
import { publishRuns } from '../../bus/publish-changes';
import type { AppContext } from '../../context/app-context';
import { floats, texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';

/** How far a run of a device has come. */
export interface ReportedProgress {
  deviceId: string;
  accountId: string;
  runId: string;
  value: number;
  text?: string;
}

interface ProgressColumns {
  runIds: string[];
  deviceIds: string[];
  values: number[];
  texts: (string | null)[];
}

const showProgress: RunState[] = ['running', 'stopping'];

const updateProgress = defineStatement((progress: Placeholders<ProgressColumns>) =>
  db
    .updateTable('Run as r')
    .from(
      unnest('v', {
        runId: texts(progress.runIds),
        deviceId: texts(progress.deviceIds),
        value: floats(progress.values),
        text: texts(progress.texts),
      }),
    )
    .set({ progress: (eb) => eb.ref('v.value'), progressText: (eb) => eb.ref('v.text') })
    .whereRef('r.id', '=', 'v.runId')
    .whereRef('r.deviceId', '=', 'v.deviceId')
    .where('r.state', 'in', showProgress)
    .returning(['r.id', 'r.state']),
);

/** Stores the latest progress of running runs and publishes it. */
export async function recordProgress(context: AppContext, reported: ReportedProgress[]): Promise<void> {
  const latest = [...new Map(reported.map((entry) => [entry.runId, entry])).values()];
  const update = updateProgress({
    runIds: latest.map(({ runId }) => runId),
    deviceIds: latest.map(({ deviceId }) => deviceId),
    values: latest.map(({ value }) => value),
    texts: latest.map(({ text }) => text ?? null),
  });
  publishRuns(context, await execute(context.pool, prepared(update)));
}
