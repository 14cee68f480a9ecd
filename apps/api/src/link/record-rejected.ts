import type { AppContext } from '../context/app-context';
import { findUnstorableReason } from '../database/unstorable';
import { rejectFrame } from '../device-socket/rejected-frame';
import type { Report } from '../device-socket/report';
import { withoutContent } from '../errors/without-content';
import { recordReports } from './record-reports';

/**
 * Records a report that failed to be stored: its substitute if it can never be stored, or else nothing, if the substitute
 * cannot be stored either. Throws the error if a retry of the report may succeed.
 */
export async function recordRejected(context: AppContext, report: Report, error: unknown): Promise<void> {
  const reason = findUnstorableReason(error);
  if (reason === undefined) throw error;
  const { deviceId, frame } = report;
  context.log.warn({ err: withoutContent(error), deviceId, type: frame.type }, 'a report cannot be stored');
  if (frame.type === 'discarded') return;
  const rejected = rejectFrame({ ...frame }, reason);
  const isRepeated = report.rejection !== undefined;
  const substitute = isRepeated ? { type: 'discarded' as const, n: frame.n } : rejected.frame;
  const next = { ...report, frame: substitute, rejection: report.rejection ?? rejected.rejection };
  await recordReports(context, [next]).catch((nextError: unknown) =>
    recordRejected(context, next, nextError),
  );
}
