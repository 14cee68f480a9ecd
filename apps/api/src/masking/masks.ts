import { createHash } from 'node:crypto';
import type { Turns } from '../tasks/turns';
import { createMask, hideAll, keepAll, type Mask } from './mask';

/** Maximum number of runs in memory. The secrets of other runs are loaded from the database. */
const maxRuns = 50_000;

/** Characters of values in memory. Their masks take about 50 times as many bytes. */
const maxChars = 1024 * 1024;

/** The values that runs received, and their mask. Runs of one job share it. */
interface ValueSet {
  key: string;
  values: string[];
  chars: number;
  /** Created when a run first writes something. */
  mask?: Promise<Mask>;
}

/** For runs whose job refers to no secret. */
const withoutSecrets: ValueSet = { key: '', values: [], chars: 0, mask: Promise.resolve(keepAll) };

/** For runs whose secrets are unknown. */
const hidden: ValueSet = { key: 'hidden', values: [], chars: 0, mask: Promise.resolve(hideAll) };

/** The secrets of the runs that this node sent. Output of runs without secrets needs no masking. */
export class Masks {
  /** The key of the values of each run. */
  private readonly runs = new Map<string, string>();
  /** The values by key, the most recently used ones last. */
  private readonly sets = new Map<string, ValueSet>();
  private chars = 0;
  /** Runs of one job come with the same array. */
  private readonly keys = new WeakMap<string[], string>();

  constructor(
    private readonly turns: Pick<Turns, 'compute'>,
    private readonly limits = { maxRuns, maxChars },
  ) {}

  /** Adds the values that a run is about to receive. */
  add(runId: string, values: string[]): void {
    const key = this.keyOf(values);
    const before = this.setOf(runId);
    // Former values that are no longer in memory are loaded together with these.
    if (!before && this.has(runId)) return;
    if (!before || before === withoutSecrets) return this.restore(runId, values);
    if (before === hidden || before.key === key) return;
    const all = [...new Set([...before.values, ...values])];
    this.restore(runId, all);
  }

  /** Sets all values that a run may have received. */
  restore(runId: string, values: string[]): void {
    this.assign(runId, this.share(this.keyOf(values), values));
  }

  /** Hides the whole output of a run whose values cannot be decrypted. */
  hideAll(runId: string): void {
    this.assign(runId, hidden);
  }

  /** Whether this node sent the run, or loaded its secrets. */
  has(runId: string): boolean {
    return this.runs.has(runId);
  }

  delete(runIds: string[]): void {
    for (const runId of runIds) this.runs.delete(runId);
  }

  /** Returns the mask of a run, or undefined if its secrets have to be loaded. */
  maskOf(runId: string, accountId: string): Promise<Mask> | undefined {
    const set = this.setOf(runId);
    if (set) set.mask ??= this.turns.compute(accountId, createMask(set.values));
    return set?.mask;
  }

  private setOf(runId: string): ValueSet | undefined {
    const key = this.runs.get(runId);
    if (key === withoutSecrets.key) return withoutSecrets;
    if (key === hidden.key) return hidden;
    const set = key === undefined ? undefined : this.sets.get(key);
    if (set) this.touch(set);
    return set;
  }

  private assign(runId: string, { key }: ValueSet): void {
    this.runs.set(runId, key);
    const [oldest] = this.runs.keys();
    if (this.runs.size > this.limits.maxRuns && oldest !== undefined) this.runs.delete(oldest);
  }

  /** Returns the set that is in memory for the same values, or adds one. */
  private share(key: string, values: string[]): ValueSet {
    if (values.length === 0) return withoutSecrets;
    const known = this.sets.get(key);
    const set = known ?? { key, values, chars: values.reduce((sum, { length }) => sum + length, 0) };
    if (!known) this.chars += set.chars;
    this.touch(set);
    for (const oldest of this.sets.values()) {
      if (this.chars <= this.limits.maxChars || oldest === set) break;
      this.sets.delete(oldest.key);
      this.chars -= oldest.chars;
    }
    return set;
  }

  private touch(set: ValueSet): void {
    this.sets.delete(set.key);
    this.sets.set(set.key, set);
  }

  private keyOf(values: string[]): string {
    if (values.length === 0) return withoutSecrets.key;
    const known = this.keys.get(values);
    if (known !== undefined) return known;
    const key = createHash('sha256')
      .update(JSON.stringify([...new Set(values)].sort()))
      .digest('base64');
    this.keys.set(values, key);
    return key;
  }
}
