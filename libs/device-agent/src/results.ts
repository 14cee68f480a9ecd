import type { Finished } from '@drover/contract/link';
import type { Journal, RunRecord } from './journal';
import type { Outbox } from './outbox';
import type { RunOutput } from './run-output';
import type { Outcome } from './script-host';
import { cutToBytes, toStorableText } from './text';

/** Bytes of the reason of a Finished frame. */
const reasonBytes = 4000;

/**
 * Stands for what a script with secrets threw, wherever the device would keep it: the journal remembers runs long after
 * the server has their results.
 */
const withheldReason = 'the script failed (the device keeps no error of a run with secrets)';

/** Stands for the result of a script with secrets in the journal. The outbox has it until it is acknowledged. */
const withheldResult =
  'the agent ended before it could send it, and the device keeps no result of a run with secrets';

/** How a run ended. */
interface Result {
  runId: string;
  outcome: Outcome;
  output?: RunOutput;
  startedAt?: number;
  /** Whether the script had secrets, which its error may quote. */
  hasSecrets?: boolean;
}

/** Reports how runs ended: to the journal first, then to the outbox. Also works while the disk is full. */
export class Results {
  constructor(
    private readonly journal: Journal,
    private readonly outbox: Outbox,
  ) {}

  report({ runId, outcome, output, startedAt, hasSecrets }: Result, done: () => void): void {
    const reason = outcome.reason && cutToBytes(toStorableText(outcome.reason), reasonBytes, ' …');
    const ending = {
      type: 'finished' as const,
      runId,
      at: Date.now(),
      startedAt,
      ...outcome,
      reason,
      ...output,
    };
    const journaled = hasSecrets ? withoutSecrets(ending) : ending;
    this.journal.writeDurably({ runId, ending: journaled }, (error) => {
      if (error) this.journal.remember({ runId, ending: journaled });
      this.outbox.append(ending);
      done();
    });
  }

  /**
   * Continues where the last process of the agent ended: reports interrupted runs as lost, and results again that did
   * not reach the outbox.
   */
  recover(endLeftovers: (record: RunRecord, done: () => void) => void, done: () => void): void {
    const records = this.journal.list();
    const interrupted = records.filter(
      ({ order, ending, startingAt }) => !ending && startingAt !== undefined && !(order && order.isUpdate),
    );
    let remaining = interrupted.length + 1;
    const onReported = () => {
      remaining -= 1;
      if (remaining > 0) return;
      this.sendMissingResults(records);
      done();
    };
    interrupted.forEach((record) => endLeftovers(record, () => this.reportLost(record, onReported)));
    onReported();
  }

  private reportLost({ runId, startingAt }: RunRecord, done: () => void): void {
    const outcome: Outcome = { state: 'lost', reason: 'the agent ended while the run went on' };
    this.report({ runId, outcome, startedAt: startingAt }, done);
  }

  private sendMissingResults(records: RunRecord[]): void {
    records.forEach(({ runId, ending, isSettled }) => {
      if (ending && !isSettled && !this.outbox.hasFramesOf(runId)) this.outbox.append(ending);
    });
  }
}

/** Leaves out what may quote a secret: what the script threw, its result, its steps, and the text of its progress. */
function withoutSecrets(ending: Omit<Finished, 'n'>): Omit<Finished, 'n'> {
  const { state, reason, result, resultProblem, progress } = ending;
  const mayQuote = state === 'failed' && reason !== undefined;
  return {
    ...ending,
    reason: mayQuote ? withheldReason : reason,
    result: undefined,
    failedStep: undefined,
    resultProblem: result === undefined ? resultProblem && 'it is not valid' : withheldResult,
    progress: progress && { value: progress.value },
  };
}
