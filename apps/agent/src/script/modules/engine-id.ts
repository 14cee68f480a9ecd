import type { ScriptTask } from '../reports';

/** First argument of a thread that runs a script which another script has started. */
export const ENGINE_WORKER = 'drover-engine';

/** What an engine needs that another has started. */
export interface EngineTask {
  task: ScriptTask;
  id: number;
  execArgv: Record<string, unknown>;
  channelLock: Int32Array<SharedArrayBuffer>;
  /** The last ID of an engine in this run. */
  lastId: Int32Array<SharedArrayBuffer>;
  /** 0 while the engine runs, 1 when it has ended. */
  ended: Int32Array<SharedArrayBuffer>;
}

/** ID of the engine of this thread. The script of the run has 1. */
export let engineId = 1;
let engineTask: EngineTask | undefined;

export function setEngineTask(task: EngineTask): void {
  engineId = task.id;
  engineTask = task;
}

export function getEngineTask(): EngineTask | undefined {
  return engineTask;
}
