import type { Finished, LinkLogLine, RunOrder } from '@drover/contract/link';
import type { RunRecord } from './journal';
import type { PostedReport } from './posted-frame';
import type { ProgressReport, ResultReport, StepReport } from './script-output';

/** How a run ended. */
export type Outcome = Pick<Finished, 'state' | 'reason' | 'exitCode' | 'signal'>;

/** A script that was started. */
export interface Script {
  /** Ends the script and everything that it started. `onEnded` follows. */
  stop(): void;
  /** The process of the script, for hosts that have processes. */
  process?: Pick<RunRecord, 'pid' | 'identity'>;
}

/** What a script reports to its run. */
export interface ScriptEvents {
  onLine(level: LinkLogLine['level'], text: string, at?: number): void;
  onPosted(report: PostedReport): void;
  /** The result of the script, which replaces an earlier one. */
  onResult(report: Omit<ResultReport, 'type'>): void;
  onProgress(report: Omit<ProgressReport, 'type'>): void;
  onStep(report: Omit<StepReport, 'type'>): void;
  /** Called once. Every line and message has been reported before. */
  onEnded(outcome: Outcome): void;
}

/** An order after its code and secrets are stored. */
export interface StoredOrder {
  /** The order for as long as the run is open. */
  order: RunOrder;
  /** The order for the journal, without secrets that are stored elsewhere. */
  journaled: RunOrder;
}

/** How a host updates the agent. The process of the agent ends on the way, so that `resume` follows in the next one. */
export interface UpdateHost {
  /** Installs the version of the order and starts it. Calls back if that fails, or is not necessary. */
  start(order: RunOrder, onEnded: (outcome: Outcome) => void): Script;
  /** Calls back with the outcome of an update that an earlier process of the agent started, when it is known. */
  resume(order: RunOrder, onEnded: (outcome: Outcome) => void): void;
  onLinkChange(isUp: boolean): void;
}

/** How a host stores, starts and stops scripts. The callbacks must be called exactly once. */
export interface ScriptHost {
  /** Stores code and secrets of an order. */
  store(order: RunOrder, done: (error: unknown, stored?: StoredOrder) => void): void;
  /** Completes an order from the journal. Returns undefined if a part of it is gone. */
  restore(journaled: RunOrder): RunOrder | undefined;
  /** Gets the code. Calls back with a reason if the run has to be rejected. Returns a function that cancels. */
  prepare(order: RunOrder, done: (problem: string | undefined, code?: string) => void): () => void;
  /** Starts the script. Returns undefined if it could not be started; `onEnded` then says why. */
  start(order: RunOrder, code: string, events: ScriptEvents): Script | undefined;
  /** Deletes what belongs to an ended run. */
  release(order: RunOrder, done: () => void): void;
  /** Ends what an earlier process of the agent left running. */
  endLeftovers(record: RunRecord, done: () => void): void;
  /** Deletes what belongs to none of the waiting orders. */
  cleanUp(waiting: RunOrder[], done: () => void): void;
}
