#!/usr/bin/env node
/**
 * Starts the agent, and starts it again when it fails or has to change its version. A new version gets one trial: unless
 * it is connected in time, the launcher goes back to the former version. The arguments are those of the agent.
 */
import { lockFile } from '@drover/file-lock';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDataFolder, type DataFolder } from './device/data-folder';
import { chooseProgram, endTrial, readCurrent, readTrial, type Trial } from './update/versions';

/** Seconds that a new version has to connect. */
const trialSeconds = 60;

/** Milliseconds before an agent that failed starts again. */
const restartDelayMs = 5000;

/** Exit codes of an agent that must not start again: stopped or removed, rejected credential, replaced by another. */
const finalExitCodes: (number | null)[] = [0, 3, 4];

/** How the agent ended. */
interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Why the launcher killed it. */
  problem?: string;
}

let agent: ChildProcess | undefined;
let isStopping = false;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    isStopping = true;
    if (!agent) process.exit(0);
    // On Windows, a signal would end the agent before it has stopped its runs. It stops when the channel closes.
    if (process.platform !== 'win32') agent.kill(signal);
    else if (agent.connected) agent.disconnect();
  });
}

async function launch(args: string[]): Promise<never> {
  process.title = 'drover-agent launcher';
  const dataOption = args.lastIndexOf('--data');
  const folder = openDataFolder(dataOption < 0 ? undefined : args[dataOption + 1]);
  writeFileSync(folder.launcherPid, String(process.pid));
  for (;;) {
    await untilUnlocked(folder);
    const { program, trial } = chooseProgram(folder, join(__dirname, 'main.js'));
    const exit = await run([program, ...args], folder, trial);
    if (isStopping) process.exit(exit.code ?? 1);
    const isBack = trial !== undefined && endTrial(folder, trial, exit.problem ?? describeExit(exit));
    if (isBack) console.log(`The new version ${exit.problem ?? describeExit(exit)}. Going back.`);
    // The server may have removed the device, also during a trial.
    const isFinal = finalExitCodes.includes(exit.code) && (!isBack || !existsSync(folder.credential));
    if (isFinal) process.exit(exit.code ?? 1);
    if (!isBack && readTrial(folder)?.state !== 'requested') await delay(restartDelayMs);
  }
}

/** Waits until no agent uses the data folder: one whose launcher was killed may still be ending. */
async function untilUnlocked(folder: DataFolder): Promise<void> {
  for (;;) {
    const lock = await lockFile(folder.lock);
    lock?.release();
    if (lock) return;
    await delay(200);
  }
}

/** Runs the agent until it ends. */
function run(command: string[], folder: DataFolder, trial: Trial | undefined): Promise<Exit> {
  return new Promise((resolve) => {
    // The agent notices by the channel when the launcher ends.
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    agent = child;
    let problem: string | undefined;
    const timer = setTimeout(() => {
      if (!trial || readCurrent(folder) === trial.version) return;
      problem = `did not connect within ${trialSeconds} s`;
      child.kill('SIGKILL');
    }, trialSeconds * 1000);
    const end = (exit: Exit) => {
      clearTimeout(timer);
      agent = undefined;
      resolve(exit);
    };
    child.once('exit', (code, signal) => end({ code, signal, problem }));
    child.once('error', ({ message }) => end({ code: 1, signal: null, problem: message }));
  });
}

function describeExit({ code, signal }: Exit): string {
  return signal ? `was killed by ${signal}` : `ended with exit code ${code}`;
}

void launch(process.argv.slice(2));
