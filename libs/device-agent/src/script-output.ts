/**
 * The functions `result` and `progress` of `drover`, for the process or engine of a script. This file imports nothing, so
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

/** Creates the functions. They never throw: a bad value becomes a warning in the log. */
export function createOutput(report: (message: ResultReport | ProgressReport) => unknown) {
  return {
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
