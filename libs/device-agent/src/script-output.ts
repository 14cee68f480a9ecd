/**
 * The functions `result`, `progress` and `step` of `drover`, for the process or engine of a script. This file imports nothing, so
 * that the prelude of phones stays small. The agent checks what it receives in run-output.ts.
 */

/** The result of a script as JSON, or why it has none. */
export interface ResultReport {
  type: 'result';
  json?: string;
  problem?: string;
}

/** How far a script has come. */
export interface ProgressReport {
  type: 'progress';
  /** From 0 to 1. */
  value: number;
  text?: string;
}

/** The start or the end of a step. `fatal`: the error of this step ended the script. */
export interface StepReport {
  type: 'step';
  state: 'started' | 'succeeded' | 'failed' | 'fatal';
  /** Identifies the step among those of the run. */
  key: string;
  at: number;
  /** Key of the step around it, and its name. For `started` only. */
  parent?: string;
  name?: string;
}

/** Knows in which step the script is. */
export interface StepContext {
  /** The current time in milliseconds since 1970. */
  now(): number;
  /** Returns the key of the innermost step around the caller. */
  current(): string | undefined;
  /** Calls a function within a step, and returns or throws what it does. */
  run(key: string, act: () => unknown): unknown;
  /**
   * If the value of a step is a promise, ends the step when it settles, and returns a promise with the same value. Returns
   * undefined for other values. Absent on hosts where scripts have no promises.
   */
  settle?(value: unknown, key: string, end: (state: 'succeeded' | 'failed') => void): unknown;
}

/** Creates the functions. Bad values become warnings in the log. Only `step` throws: what its function throws. */
export function createOutput(
  report: (message: ResultReport | ProgressReport | StepReport) => unknown,
  context: StepContext,
) {
  // Random, because each engine of a run has steps of its own.
  const keyPrefix = Math.random().toString(36).slice(2, 10) + '-';
  let stepCount = 0;

  function step(name: unknown, act: () => unknown): unknown {
    stepCount += 1;
    const key = keyPrefix + stepCount;
    const end = function (state: 'succeeded' | 'failed'): void {
      report({ type: 'step', state, key, at: context.now() });
    };
    const parent = context.current();
    report({
      type: 'step',
      state: 'started',
      key,
      at: context.now(),
      parent,
      name: String(name).slice(0, 1000),
    });
    let state: 'succeeded' | 'failed' | 'pending' = 'failed';
    // Without `catch`: phones report the line of the last `throw`.
    try {
      const value = context.run(key, act);
      const settled = context.settle && context.settle(value, key, end);
      state = settled ? 'pending' : 'succeeded';
      return settled || value;
    } finally {
      if (state !== 'pending') end(state);
    }
  }

  return {
    step: step as <Value>(name: string, act: () => Value) => Value,
    result: function (value: unknown): void {
      report(encodeResult(value));
    },
    progress: function (value: unknown, text?: string | number | null): void {
      const number = Number(value);
      report({
        type: 'progress',
        value: number > 0 ? Math.min(number, 1) : 0,
        text: text === undefined || text === null ? undefined : String(text).slice(0, 1000),
      });
    },
  };
}

function encodeResult(value: unknown): ResultReport {
  try {
    const json = JSON.stringify(value) as string | undefined;
    if (json !== undefined) return { type: 'result', json: String(json) };
    return { type: 'result', problem: 'a value of the type ' + typeof value + ' is not JSON' };
  } catch (error) {
    return { type: 'result', problem: 'it is not JSON: ' + String(error) };
  }
}
