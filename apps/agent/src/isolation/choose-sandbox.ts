import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getScriptProgram } from '../programs/programs';
import { PROBE, PROBE_READABLE } from '../script/probe';
import { createBubblewrap } from './bubblewrap';
import { limitResources } from './command';
import type { Sandbox, SandboxOptions } from './sandbox';
import { createUnshare } from './unshare';

export const isolationModes = ['auto', 'none', 'required'] as const;
export type IsolationMode = (typeof isolationModes)[number];

/** Milliseconds for one attempt to start a process in a sandbox. */
const probeTimeoutMs = 20_000;

const descriptions = {
  bubblewrap:
    'Scripts cannot see the agent, its files and other processes, and can write to the folder of their run only.',
  unshare:
    "Scripts cannot see the agent, its files and other processes, but can write wherever this user can. Install bubblewrap to make the system's files read-only.",
  none: 'Scripts can read and write whatever this user can, including the credential of the device.',
};

interface Choice {
  sandbox: Sandbox;
  /** For the log at start. */
  description: string;
}

/** Tries what the system offers, and returns the best sandbox that works. */
export async function chooseSandbox(mode: IsolationMode, options: SandboxOptions): Promise<Choice> {
  const problems: string[] = [];
  for (const sandbox of mode === 'none' ? [] : listSandboxes(options)) {
    const problem = await findProblem(sandbox, options);
    if (problem === undefined) return { sandbox, description: describe(sandbox) };
    problems.push(`${sandbox.method}: ${problem}`);
  }
  const why = problems.join('; ') || `not available on ${process.platform}`;
  if (mode === 'required') {
    throw new Error(
      `This system offers no isolation for scripts (${why}). Install bubblewrap, or start with --isolation auto.`,
    );
  }
  const sandbox = createPlain(options);
  const reason = mode === 'none' ? '' : ` Reason: ${why}.`;
  return { sandbox, description: describe(sandbox) + reason };
}

function describe({ method }: Sandbox): string {
  return `Isolation of scripts: ${method}. ${descriptions[method]}`;
}

function listSandboxes(options: SandboxOptions): Sandbox[] {
  return process.platform === 'linux' ? [createBubblewrap(options), createUnshare(options)] : [];
}

/** Starts scripts as processes of the agent's user, with limits where the system has `prlimit`. */
function createPlain({ limits, hasMemoryLimit }: SandboxOptions): Sandbox {
  const canLimit = hasPrlimit();
  return {
    method: 'none',
    hasOwnProcesses: false,
    isolate: ({ programPaths: _, ...command }) =>
      canLimit ? limitResources(command, limits, { hasOwnUsers: false, hasMemoryLimit }) : command,
  };
}

function hasPrlimit(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts the program of scripts in the sandbox. Returns why that does not work, or undefined. */
async function findProblem(sandbox: Sandbox, { dataFolder }: SandboxOptions): Promise<string | undefined> {
  const cwd = join(dataFolder, 'work');
  const marker = join(dataFolder, 'state', 'probe');
  for (const folder of [cwd, dirname(marker)]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeUnlessFull(marker);
  const files = [marker, join(dataFolder, 'credential.json'), `/proc/${process.pid}/environ`];
  const { PATH } = process.env;
  const program = getScriptProgram([], [PROBE, ...files]);
  const { file, args, ...options } = sandbox.isolate({
    ...{ file: process.execPath, args: program.args, programPaths: program.paths },
    ...{ cwd, env: { PATH, ...program.env } },
  });
  try {
    return await new Promise((resolve) =>
      execFile(file, args, { ...options, timeout: probeTimeoutMs }, (error, _stdout, stderr) =>
        resolve(error ? explain(error, stderr) : undefined),
      ),
    );
  } finally {
    rmSync(marker, { force: true });
  }
}

/** A full disk must not decide about the isolation. An enrolled agent has its credential to check with. */
function writeUnlessFull(file: string): void {
  try {
    writeFileSync(file, 'probe');
  } catch {
    // Reported when a run cannot be stored.
  }
}

function explain(error: Error & { code?: unknown; killed?: boolean }, stderr: string): string {
  if (error.code === 'ENOENT') return 'not installed';
  if (error.code === PROBE_READABLE) return "the agent's files remain readable";
  if (error.killed) return `no answer within ${probeTimeoutMs / 1000} s`;
  return stderr.trim().split('\n')[0] || `exit code ${String(error.code)}`;
}
