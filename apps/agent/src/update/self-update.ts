import { writeReason } from '@drover/contract/reasons';
import type { RunOrder } from '@drover/contract/link';
import type { Outcome, Script, UpdateHost } from '@drover/device-agent';
import { mkdirSync } from 'node:fs';
import type { Credential } from '../device/credential';
import type { DataFolder } from '../device/data-folder';
import { installVersion } from './install-version';
import {
  confirmTrial,
  readCurrent,
  readTrial,
  toVersion,
  versionOf,
  writeTrial,
  type Trial,
} from './versions';

/** Milliseconds that a new version has to stay connected before it becomes the current one. */
const healthyMs = 3000;

interface SelfUpdateOptions {
  folder: DataFolder;
  credential: Credential;
  /** File of this program. */
  mainFile: string;
  /** Ends this process, so that the launcher starts the version of the requested trial. */
  restart: () => void;
}

/** Updates an agent that the launcher started. */
export class SelfUpdate implements UpdateHost {
  private readonly version: string;
  /** The trial that this process is, until its version is the current one. */
  private trial?: Trial;
  private healthTimer?: NodeJS.Timeout;
  private onConfirmed?: () => void;

  constructor(private readonly options: SelfUpdateOptions) {
    const { folder, mainFile } = options;
    // The sandbox protects the folder only if it exists.
    mkdirSync(folder.versions, { recursive: true, mode: 0o700 });
    this.version = versionOf(mainFile);
    const trial = readTrial(folder);
    if (trial?.state === 'started' && trial.version === this.version && !this.isCurrent()) this.trial = trial;
  }

  start(order: RunOrder, onEnded: (outcome: Outcome) => void): Script {
    const cancellation = new AbortController();
    this.install(order, cancellation.signal).then(
      (outcome) => outcome && onEnded(outcome),
      (error: Error) =>
        onEnded(
          cancellation.signal.aborted
            ? { state: 'stopped' }
            : { state: 'failed', reason: writeReason('update_not_installed', { error: describe(error) }) },
        ),
    );
    return { stop: () => cancellation.abort() };
  }

  resume({ runId, sha256 }: RunOrder, onEnded: (outcome: Outcome) => void): void {
    const { problem, runId: triedBy } = readTrial(this.options.folder) ?? {};
    const succeed = () => onEnded({ state: 'succeeded' });
    if (this.trial?.runId === runId) this.onConfirmed = succeed;
    else if (toVersion(sha256) === this.version) succeed();
    else if (triedBy === runId && problem) {
      onEnded({ state: 'failed', reason: writeReason('update_failed', { error: problem }) });
    } else onEnded({ state: 'failed', reason: writeReason('update_interrupted') });
  }

  onLinkChange(isUp: boolean): void {
    clearTimeout(this.healthTimer);
    if (isUp && this.trial) this.healthTimer = setTimeout(() => this.confirm(), healthyMs);
  }

  /** Leaves a trial undecided, because the agent ends. */
  close(): void {
    clearTimeout(this.healthTimer);
  }

  private isCurrent(): boolean {
    return readCurrent(this.options.folder) === this.version;
  }

  /** Returns the outcome if the version runs already. */
  private async install(order: RunOrder, signal: AbortSignal): Promise<Outcome | undefined> {
    if (toVersion(order.sha256) === this.version) {
      return { state: 'succeeded', reason: writeReason('update_current') };
    }
    const { folder, restart } = this.options;
    const version = await installVersion(this.options, order, signal);
    signal.throwIfAborted();
    writeTrial(folder, { runId: order.runId, version, state: 'requested' });
    restart();
    return undefined;
  }

  private confirm(): void {
    if (!this.trial) return;
    confirmTrial(this.options.folder, this.trial);
    this.trial = undefined;
    this.onConfirmed?.();
  }
}

/** Returns what `fetch` hides in the cause of its error. */
function describe({ message, cause }: Error): string {
  return cause instanceof Error && cause.message ? cause.message : message;
}
