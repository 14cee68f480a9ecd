import { createMask, hideAll, type Mask } from './mask';

/** Runs that are remembered; of others the database is asked. */
const rememberedRuns = 50_000;

interface RememberedRun {
  /** Values that the run was given. */
  values: string[];
  /** Made when the run first writes something. */
  mask?: Mask;
}

/** A run whose job refers to no secret. */
const free: RememberedRun = { values: [] };

/** Which runs have which secrets, as far as this node has sent them, so that the others cost nothing. */
export class Masks {
  private readonly runs = new Map<string, RememberedRun>();

  /** A run that is about to be sent, and the values that it gets. */
  remember(runId: string, values: string[]): void {
    const before = this.runs.get(runId)?.values ?? [];
    this.set(runId, values.length === 0 && before.length === 0 ? free : { values: [...before, ...values] });
  }

  /** A run whose values are not to be had: what it writes is hidden whole. */
  hide(runId: string): void {
    this.set(runId, { values: [], mask: hideAll });
  }

  has(runId: string): boolean {
    return this.runs.has(runId);
  }

  forget(runIds: string[]): void {
    for (const runId of runIds) this.runs.delete(runId);
  }

  /** Masks of those runs that have secrets. */
  of(runIds: string[]): Map<string, Mask> {
    const masks = new Map<string, Mask>();
    for (const runId of runIds) {
      const run = this.runs.get(runId) ?? free;
      if (run === free) continue;
      run.mask ??= createMask(run.values);
      masks.set(runId, run.mask);
    }
    return masks;
  }

  private set(runId: string, run: RememberedRun): void {
    this.runs.set(runId, run);
    const [oldest] = this.runs.keys();
    if (this.runs.size > rememberedRuns && oldest !== undefined) this.runs.delete(oldest);
  }
}
