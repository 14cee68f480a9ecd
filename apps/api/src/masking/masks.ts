import { createMask, hideAll, type Mask } from './mask';

/** Maximum number of runs in memory. The secrets of other runs are loaded from the database. */
const maxRuns = 50_000;

interface RunSecrets {
  /** Values that the run received. */
  values: string[];
  /** Created when the run first writes something. */
  mask?: Mask;
}

/** A run whose job refers to no secret. */
const withoutSecrets: RunSecrets = { values: [] };

/** The secrets of the runs that this node sent. Output of runs without secrets needs no masking. */
export class Masks {
  private readonly runs = new Map<string, RunSecrets>();

  /** Adds the values that a run is about to receive. */
  add(runId: string, values: string[]): void {
    const before = this.runs.get(runId)?.values ?? [];
    this.set(
      runId,
      values.length === 0 && before.length === 0 ? withoutSecrets : { values: [...before, ...values] },
    );
  }

  /** Hides the whole output of a run whose values cannot be decrypted. */
  hideAll(runId: string): void {
    this.set(runId, { values: [], mask: hideAll });
  }

  has(runId: string): boolean {
    return this.runs.has(runId);
  }

  delete(runIds: string[]): void {
    for (const runId of runIds) this.runs.delete(runId);
  }

  /** Returns the masks of the runs that have secrets. */
  masksOf(runIds: string[]): Map<string, Mask> {
    const masks = new Map<string, Mask>();
    for (const runId of runIds) {
      const run = this.runs.get(runId) ?? withoutSecrets;
      if (run === withoutSecrets) continue;
      run.mask ??= createMask(run.values);
      masks.set(runId, run.mask);
    }
    return masks;
  }

  private set(runId: string, run: RunSecrets): void {
    this.runs.set(runId, run);
    const [oldest] = this.runs.keys();
    if (this.runs.size > maxRuns && oldest !== undefined) this.runs.delete(oldest);
  }
}
