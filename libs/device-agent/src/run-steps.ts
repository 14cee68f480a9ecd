import type { LinkLogLine, Outcome } from '@drover/contract/link';
import { LIMITS } from '@drover/contract/limits';
import type { StepReport } from './script-output';
import { toStorableText } from './text';

/** Separates the names of steps within one another. */
const separator = ' › ';

/** A step that has started. */
interface Step {
  id: number;
  parent?: Step;
  depth: number;
  name: string;
  startedAt: number;
}

/** The steps of one run: bounds and numbers them, and writes their starts and ends to the log. */
export class RunSteps {
  /** By `$` and the key, because a script may choose a key such as `__proto__`. */
  private readonly steps: Record<string, Step | undefined> = {};
  /** The steps that go on, in the order of their starts. */
  private open: Step[] = [];
  private count = 0;
  private hasWarned = false;
  /** The step whose error ended the script, if the script's process knows it. */
  private fatal?: Step;

  /** @param write Adds a line to the run's log. */
  constructor(private readonly write: (line: Omit<LinkLogLine, 'seq'>) => void) {}

  handle({ state, key, parent, name = '', at }: Omit<StepReport, 'type'>): void {
    if (state === 'started') return this.start(key, { name, at, parent });
    const step = this.steps[`$${key}`];
    if (!step) return;
    if (state === 'fatal') this.fatal = step;
    else this.end(step, state, at);
  }

  /** Ends the steps that go on when the run ends. Returns the path of the step in which the run failed. */
  endAll(outcome: Outcome): string | undefined {
    const isFailure = outcome === 'failed' || outcome === 'timed_out';
    const newest = this.open.length > 0 ? this.open[this.open.length - 1] : undefined;
    const failed = outcome === 'timed_out' ? newest : this.fatal || newest;
    for (let step = newest; step; step = this.open[this.open.length - 1]) {
      this.end(step, isFailure ? 'failed' : 'stopped', Date.now());
    }
    return isFailure && failed ? pathOf(failed).slice(0, LIMITS.stepPathChars) : undefined;
  }

  private start(key: string, { name, at, parent }: { name: string; at: number; parent?: string }): void {
    const around = parent === undefined ? undefined : this.steps[`$${parent}`];
    // The step around it is beyond a limit, too.
    if (parent !== undefined && !around) return;
    const depth = around ? around.depth + 1 : 1;
    if (this.count >= LIMITS.runSteps) return this.warn(`the run has more than ${LIMITS.runSteps} steps`, at);
    if (depth > LIMITS.stepDepth)
      return this.warn(`steps nest more than ${LIMITS.stepDepth} levels deep`, at);
    this.count += 1;
    const step = { id: this.count, parent: around, depth, name: shortenName(name), startedAt: at };
    this.steps[`$${key}`] = step;
    this.open.push(step);
    const parentId = around ? around.id : null;
    const started = { id: step.id, parentId, state: 'started', durationMs: null } as const;
    this.write({ level: 'info', text: step.name, at, step: started });
  }

  private end(step: Step, state: 'succeeded' | 'failed' | 'stopped', at: number): void {
    const index = this.open.indexOf(step);
    if (index < 0) return;
    this.open.splice(index, 1);
    const { id, parent, name, startedAt } = step;
    // The clock of the device may have been set back.
    const durationMs = Math.max(0, at - startedAt);
    const text = `${name}: ${state} after ${formatDuration(durationMs)}`;
    const parentId = parent ? parent.id : null;
    this.write({ level: 'info', text, at, step: { id, parentId, state, durationMs } });
  }

  private warn(problem: string, at: number): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    const text = `drover.step: ${problem}: such steps run, and the log does not show them as steps`;
    this.write({ level: 'warn', text, at });
  }
}

/**
 * Finds the step whose error ended a script, for hosts that learn of the error by its text only: the innermost one that
 * failed last, if the script has reported nothing since but failures of the steps around it.
 */
export class LastFailedStep {
  key?: string;

  note(report: { type: string; state?: string; key?: string }): void {
    const isFailure = report.type === 'step' && report.state === 'failed';
    if (!isFailure) this.key = undefined;
    else if (this.key === undefined) this.key = report.key;
  }
}

function pathOf(step: Step): string {
  return step.parent ? pathOf(step.parent) + separator + step.name : step.name;
}

function shortenName(name: string): string {
  const text = toStorableText(name.replace(/\s+/g, ' ').replace(/^ | $/g, '')) || 'unnamed step';
  return text.length > LIMITS.stepNameChars
    ? toStorableText(text.slice(0, LIMITS.stepNameChars - 1)) + '…'
    : text;
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}
