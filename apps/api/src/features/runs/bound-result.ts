import { isDeeperThan, LIMITS, type Finished } from '@drover/contract';
import type { Report } from '../../device-socket/report';

/** Whether a run left a result, or the reason why there is none. */
export function hasResult({ result, resultProblem }: Finished): boolean {
  return result !== undefined || resultProblem !== undefined;
}

/**
 * Replaces a result that exceeds a limit by the reason. The run ends as its device reported it. Agents check the same
 * limits, so this is what another implementation sent.
 */
export function boundResult(report: Report): Report {
  const { frame } = report;
  if (frame.type !== 'finished' || frame.result === undefined) return report;
  const problem = findProblem(frame.result);
  if (problem === undefined) return report;
  return { ...report, frame: { ...frame, result: undefined, resultProblem: problem } };
}

function findProblem(result: unknown): string | undefined {
  if (isDeeperThan(LIMITS.jsonDepth, result)) return `it nests more than ${LIMITS.jsonDepth} levels deep`;
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return bytes > LIMITS.resultBytes ? `it has ${bytes} bytes, more than ${LIMITS.resultBytes}` : undefined;
}
