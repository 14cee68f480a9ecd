import { isDeeperThan, LIMITS, type Finished } from '@drover/contract';
import type { Report } from '../../device-socket/report';

/** A value may be written with so many times the bytes that it arrived with: `1e20` has 21 digits. */
const maxGrowth = 6;

/** Whether a run left a result, or the reason why there is none. */
export function hasResult({ result, resultProblem }: Finished): boolean {
  return result !== undefined || resultProblem !== undefined;
}

/**
 * Replaces a result that exceeds a limit by the reason. The run ends as its device reported it. Agents check the same
 * limits, so this is what another implementation sent.
 */
export function boundResult(report: Report): Report {
  const { frame, bytes } = report;
  if (frame.type !== 'finished' || frame.result === undefined) return report;
  const problem = findProblem(frame.result, maxGrowth * bytes);
  if (problem === undefined) return report;
  return { ...report, frame: { ...frame, result: undefined, resultProblem: problem } };
}

/** `maxBytes` is what the result has at most as JSON. */
function findProblem(result: unknown, maxBytes: number): string | undefined {
  if (isDeeperThan(LIMITS.jsonDepth, result)) return `it nests more than ${LIMITS.jsonDepth} levels deep`;
  if (maxBytes <= LIMITS.resultBytes) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return bytes > LIMITS.resultBytes ? `it has ${bytes} bytes, more than ${LIMITS.resultBytes}` : undefined;
}
