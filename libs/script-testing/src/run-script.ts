import { FREE_PLAN } from '@drover/contract/link-protocol';
import { writeReason } from '@drover/contract/reasons';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyInputFiles } from './input-files';
import { insertSetup, loadScript, type LoadedScript } from './load-script';
import { Recording } from './recording';
import { runProcess, type ProcessEnd } from './run-process';
import type { RunOptions, ScriptRun } from './types';

const defaultTimeLimitMs = 30_000;

/**
 * Runs a script as the agent for computers does, in a process and a folder of its own, without a server, and records what it
 * reports. The path is that of a `.js` file, or of the folder of a project with a `drover.json`, which is built first.
 * Rejects if there is no such script, or if it does not build; a failure of the script is in what it resolves to.
 */
export async function runScript(path: string, options: RunOptions = {}): Promise<ScriptRun> {
  const script = await loadScript(path);
  const workFolder = await realpath(await mkdtemp(join(tmpdir(), 'drover-script-')));
  try {
    return await runIn(workFolder, script, options);
  } finally {
    await rm(workFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runIn(
  workFolder: string,
  { name: scriptName, code, mapText }: LoadedScript,
  options: RunOptions,
): Promise<ScriptRun> {
  const { env, robotName = 'test', setup, timeLimitMs = defaultTimeLimitMs } = options;
  const { paths, references } = await copyInputFiles(options.files ?? {}, workFolder);
  const recording = new Recording(workFolder, options, mapText);
  const end = await runProcess({
    ...{ workFolder, timeLimitMs },
    task: {
      ...{ scriptName, robotName, plan: FREE_PLAN, files: paths, agentVersion: 'test' },
      code: setup === undefined ? code : insertSetup(code, setup),
      env: { ...createBuiltIns(), ...env, ...references },
    },
    onReport: (report) => recording.handle(report),
    onLine: (level, text) => recording.addLine(level, text),
  });
  const state = end.isTimedOut ? 'timed_out' : end.exitCode === 0 ? 'succeeded' : 'failed';
  const reason = findReason(end, recording.failure, timeLimitMs);
  return { state, reason, exitCode: end.exitCode, ...recording.finish(state) };
}

function findReason(
  { exitCode, signal, isTimedOut }: ProcessEnd,
  failure: string | undefined,
  timeLimitMs: number,
): string | null {
  if (isTimedOut) return writeReason('timed_out', { seconds: timeLimitMs / 1000 });
  if (exitCode === 0) return null;
  return (
    failure ??
    (signal ? writeReason('killed', { signal }) : writeReason('exited', { exitCode: exitCode ?? '' }))
  );
}

/** Returns the variables that the service adds to the environment of every script. */
function createBuiltIns(): Record<string, string> {
  return {
    APP_ENV: 'development',
    USER_ID: '65f1c0ffee65f1c0ffee0001',
    ROBOT_ID: '65f1c0ffee65f1c0ffee0002',
    SCRIPT_ID: '65f1c0ffee65f1c0ffee0003',
    TIMESTAMP: new Date().toISOString().slice(0, 19).replace('T', ' '),
  };
}
