import type { ServiceManager } from '@drover/service-manager';
import { spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getProcessIdentity } from '../process/process-tree';

/** Milliseconds that an agent has to stop its runs and to report their end. */
const stopTimeoutMs = 30_000;

/** Starts the agent as a process in the background, for systems without a service manager. */
export function createBackground(dataFolder: string): ServiceManager {
  const log = join(dataFolder, 'agent.log');
  const commandFile = join(dataFolder, 'agent.command');
  const isRunning = () => readAgentPid(dataFolder) !== undefined;
  return {
    name: 'a process in the background',
    log: `tail -f ${log}`,
    notes: [],
    isInstalled: isRunning,
    isRunning,
    install({ command, user }) {
      const line = JSON.stringify(command);
      if (isRunning() && readText(commandFile) === line) return false;
      this.uninstall();
      writeFileSync(commandFile, line);
      const [file = '', ...args] = command;
      const output = openSync(log, 'a', 0o600);
      if (user) fchownSync(output, user.uid, user.gid);
      const environment = user ? { ...process.env, HOME: dataFolder, USER: user.name } : process.env;
      const child = spawn(file, args, {
        cwd: dataFolder,
        env: environment,
        detached: true,
        stdio: ['ignore', output, output],
        ...(user && { uid: user.uid, gid: user.gid }),
      });
      child.unref();
      closeSync(output);
      this.notes.push(
        'Nothing starts the agent after a restart of the machine. Run the installation again then.',
      );
      return true;
    },
    uninstall() {
      const pid = readPid(dataFolder, 'launcher.pid') ?? readAgentPid(dataFolder);
      if (pid === undefined) return;
      process.kill(pid, 'SIGTERM');
      const until = performance.now() + stopTimeoutMs;
      while (getProcessIdentity(pid) !== undefined && performance.now() < until) sleep(50);
      if (getProcessIdentity(pid) !== undefined) process.kill(pid, 'SIGKILL');
    },
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the process of the agent that uses the data folder, if one does. */
export function readAgentPid(dataFolder: string): number | undefined {
  return readPid(dataFolder, 'agent.pid');
}

function readPid(dataFolder: string, name: string): number | undefined {
  const pid = Number(readText(join(dataFolder, name)));
  return pid > 0 && isAgent(pid) ? pid : undefined;
}

/** A killed agent leaves its file behind, and its number may belong to another program by now. */
function isAgent(pid: number): boolean {
  if (getProcessIdentity(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  return readText(`/proc/${pid}/cmdline`)?.includes('drover-agent') ?? false;
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
