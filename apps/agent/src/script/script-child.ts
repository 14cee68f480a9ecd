/**
 * The process of one run. Its first thread receives the task from the agent and runs the script. Further threads send
 * requests that a script waits for, and run the scripts that a script starts.
 */
import { readTask, report, shareChannelLock } from './channel';
import { ENGINE_WORKER, setEngineTask, type EngineTask } from './modules/engine-id';
import { HTTP_WORKER, runHttpWorker } from './modules/http-worker';
import { PROBE, runProbe } from './probe';
import { runScript } from './run-script';

const purpose = process.argv[2];

if (purpose === PROBE) {
  runProbe(process.argv.slice(3));
} else if (purpose === HTTP_WORKER) {
  runHttpWorker();
} else if (purpose === ENGINE_WORKER) {
  runEngine(process.getBuiltinModule('node:worker_threads').workerData as EngineTask);
} else {
  const task = readTask();
  process.on('exit', () => report({ type: 'exit' }));
  runScript(task, true);
}

/** Runs a script that another one has started. */
function runEngine(engineTask: EngineTask): void {
  shareChannelLock(engineTask.channelLock);
  setEngineTask(engineTask);
  process.on('exit', () => void Atomics.store(engineTask.ended, 0, 1));
  runScript(engineTask.task, false);
}
