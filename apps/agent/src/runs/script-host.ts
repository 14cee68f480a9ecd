import type {
  Outbox,
  Outcome,
  RunRecord,
  Script,
  ScriptEvents,
  ScriptHost,
  StoredOrder,
} from '@drover/device-agent';
import type { RunOrder } from '@drover/contract/link';
import { FREE_PLAN } from '@drover/contract/link-protocol';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import { RunArtifacts } from '../artifacts/run-artifacts';
import type { ArtifactSpool } from '../artifacts/spool';
import type { RunCgroups } from '../cgroup/run-cgroups';
import type { Credential } from '../device/credential';
import { FileError, type FileCache } from '../files/file-cache';
import { findRunFiles, prepareRunFiles } from '../files/run-files';
import { RunStore } from '../store/run-store';
import { CodeError, type CodeCache } from './code-cache';
import type { StorageFolder } from './storage-folder';
import type { SecretEnvs } from './secret-envs';
import { endTree, getProcessIdentity } from '../process/process-tree';
import { RunMonitor } from '../process/run-monitor';
import { ScriptProcess } from '../process/script-process';
import type { RunLimits } from '../isolation/command';
import type { Sandbox } from '../isolation/sandbox';

interface ProcessHostOptions {
  codes: CodeCache;
  files: FileCache;
  envs: SecretEnvs;
  outbox: Outbox;
  storages: StorageFolder;
  spool: ArtifactSpool;
  credential: Pick<Credential, 'server' | 'token'>;
  agentVersion: string;
  workFolder: string;
  limits: RunLimits;
  sandbox: Sandbox;
  /** Absent if the system offers none. */
  cgroups?: RunCgroups;
}

/** Runs each script in a process of its own, with a work folder of its own. */
export class ProcessHost implements ScriptHost {
  private readonly monitor: RunMonitor;

  constructor(private readonly options: ProcessHostOptions) {
    this.monitor = new RunMonitor(options.limits, options.cgroups?.enforces('memory') ?? false);
  }

  store(order: RunOrder, done: (error: unknown, stored?: StoredOrder) => void): void {
    callbackify(() => this.storeCode(order))(done);
  }

  restore(journaled: RunOrder): RunOrder | undefined {
    return this.options.envs.restore(journaled);
  }

  prepare(order: RunOrder, done: (problem: string | undefined, code?: string) => void): () => void {
    const cancellation = new AbortController();
    callbackify(() => this.getCode(order, cancellation.signal))((error, code) =>
      done(error ? describeProblem(error) : undefined, code),
    );
    return () => cancellation.abort();
  }

  start(order: RunOrder, code: string, events: ScriptEvents): Script | undefined {
    const { limits, outbox, sandbox, cgroups, storages, spool, credential, agentVersion } = this.options;
    const { runId, name: scriptName, robotName, env, plan = FREE_PLAN, screenshotOnFailure } = order;
    const task = { scriptName, robotName, env, plan, agentVersion, screenshotOnFailure };
    const workFolder = this.workFolderOf(order);
    const artifacts = new RunArtifacts({ runId, workFolder, spool, onLine: events.onLine });
    const store = new RunStore({ runId, ...credential });
    const child = new ScriptProcess({
      runId,
      workFolder,
      memoryMb: limits.memoryMb,
      sandbox,
      cgroup: cgroups?.create(runId),
      monitor: this.monitor,
      task: { ...task, code, files: findRunFiles(env) },
      onLine: events.onLine,
      onPosted: events.onPosted,
      onResult: events.onResult,
      onProgress: events.onProgress,
      onStep: events.onStep,
      onStorage: (request) => storages.handle(request),
      onArtifact: (request) => artifacts.handle(request),
      onStore: (request) => store.handle(request),
      waitForRoom: () =>
        outbox.isFull() ? new Promise<void>((resolve) => outbox.whenRoom(resolve)) : undefined,
    });
    this.options.envs.remove(order);
    callbackify((): Promise<Outcome> => child.ended)((error, outcome) => {
      store.close();
      events.onEnded(error ? { state: 'rejected', reason: describeProblem(error) } : outcome);
    });
    if (child.pid === undefined) return undefined;
    return {
      stop: () => void child.end(),
      process: { pid: child.pid, identity: getProcessIdentity(child.pid) },
    };
  }

  release(order: RunOrder, done: () => void): void {
    this.options.envs.remove(order);
    callbackify(() => deleteFolder(this.workFolderOf(order)))(done);
  }

  endLeftovers({ runId, pid, identity }: RunRecord, done: () => void): void {
    const isSameProcess = pid !== undefined && identity !== undefined && getProcessIdentity(pid) === identity;
    const cgroup = this.options.cgroups?.find(runId);
    callbackify(() => endTree({ runId, pid: isSameProcess ? pid : undefined, cgroup }))(done);
  }

  cleanUp(waiting: RunOrder[], done: () => void): void {
    this.options.envs.removeOthers(waiting);
    callbackify(async () => {
      await this.options.cgroups?.removeAll();
      await deleteFolder(this.options.workFolder);
    })(done);
  }

  private async storeCode({ code, ...order }: RunOrder): Promise<StoredOrder> {
    if (code !== undefined) await this.options.codes.add(order.sha256, code);
    return { order, journaled: this.options.envs.withhold(order) };
  }

  private async getCode(order: RunOrder, signal: AbortSignal): Promise<string> {
    const code = await this.options.codes.get(order.sha256, signal);
    const workFolder = this.workFolderOf(order);
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    await prepareRunFiles(this.options.files, { env: order.env, workFolder }, signal);
    return code;
  }

  private workFolderOf({ runId }: RunOrder): string {
    return join(this.options.workFolder, runId);
  }
}

async function deleteFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

function describeProblem(error: Error): string {
  return error instanceof CodeError || error instanceof FileError
    ? error.message
    : `could not be started: ${error.message}`;
}
