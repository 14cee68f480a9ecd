import type { Finished, LinkProgress } from '@drover/contract/link';
import { LIMITS } from '@drover/contract/limits';
import { isDeeperThan } from '@drover/contract/link-protocol';
import { countBytes, toStorableJson, toStorableText } from './text';

/** What Finished says about a run beside how it ended. */
export type RunOutput = Pick<Finished, 'result' | 'resultProblem' | 'progress' | 'failedStep'>;

/** Reads the result that a script reported as JSON. */
export function readResult({ json, problem }: { json?: string; problem?: string }): RunOutput {
  if (json === undefined) return { resultProblem: (problem || 'it is not JSON').slice(0, 1000) };
  // A text of so many characters has at least as many bytes.
  if (json.length > LIMITS.resultBytes) return tooLarge;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { resultProblem: 'it is not JSON' };
  }
  if (isDeeperThan(LIMITS.jsonDepth, value)) {
    return { resultProblem: `it nests more than ${LIMITS.jsonDepth} levels deep` };
  }
  const result = toStorableJson(value);
  return countBytes(JSON.stringify(result)) > LIMITS.resultBytes ? tooLarge : { result };
}

const tooLarge: RunOutput = { resultProblem: `it has more than ${LIMITS.resultBytes / 1024} kB` };

/** Reads the progress that a script reported. */
export function readProgress({ value, text }: { value: number; text?: string }): LinkProgress {
  return {
    value: Math.min(1, Math.max(0, value)) || 0,
    // So many UTF-16 units are at most as many characters.
    ...(text && { text: toStorableText(text.slice(0, LIMITS.progressTextChars)) }),
  };
}
