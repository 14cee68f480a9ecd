import type { Finished } from '@drover/contract/link';
import type { Outbox } from '../link/outbox';
import { endTree, identityOf } from '../process/process-tree';
import type { Journal, RunRecord } from './journal';
import { cutBytes, storableText } from './storable';

/** A Finished frame holds a reason of this size, whatever its characters. */
const reasonBytes = 4000;

export type Outcome = Pick<Finished, 'state' | 'reason' | 'exitCode' | 'signal'>;

/** How runs ended: written down, then told. A disk that takes nothing does not silence the device. */
export class Endings {
  constructor(
    private readonly journal: Journal,
    private readonly outbox: Outbox,
  ) {}

  async tell(runId: string, outcome: Outcome, startedAt?: number): Promise<void> {
    const reason = outcome.reason && cutBytes(storableText(outcome.reason), reasonBytes, ' …');
    const ending = { type: 'finished', runId, at: Date.now(), startedAt, ...outcome, reason } as const;
    await this.journal.noteDurably({ runId, ending }).catch(() => this.journal.remember({ runId, ending }));
    this.outbox.append(ending);
  }

  /** Goes on where the last process of the agent ended: what it left running is ended, and nobody knows how that went. */
  async recover(): Promise<void> {
    const records = this.journal.all();
    const interrupted = records.filter(({ ending, startingAt }) => !ending && startingAt !== undefined);
    await Promise.all(interrupted.map((record) => this.declareLost(record)));
    for (const { runId, ending, isSettled } of records) {
      if (ending && !isSettled && !this.outbox.holds(runId)) this.outbox.append(ending);
    }
  }

  private async declareLost({ runId, pid, identity, startingAt }: RunRecord): Promise<void> {
    const isStillThere = pid !== undefined && identity !== undefined && identityOf(pid) === identity;
    await endTree({ runId, pid: isStillThere ? pid : undefined });
    const outcome = { state: 'lost', reason: 'the agent ended while the run went on' } as const;
    await this.tell(runId, outcome, startingAt);
  }
}
