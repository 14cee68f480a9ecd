import type { Approval, ApprovalReason } from '@drover/contract';
import type { Approval as Columns } from '../database/client/client';

/** Columns of an approval without what was asked for, which may be large. */
export const approvalColumns = [
  ...([
    'id',
    'kind',
    'jobKind',
    'state',
    'name',
    'reasons',
    'deviceCount',
    'scheduleId',
    'jobId',
    'askedById',
  ] as const),
  ...([
    'askedByName',
    'decidedById',
    'decidedByName',
    'decidedAt',
    'note',
    'expiresAt',
    'createdAt',
  ] as const),
] as const;

type ApprovalRow = Pick<Columns, (typeof approvalColumns)[number]>;

/** Converts a row to the record that the API returns. A request is expired from its time on, also before the row says so. */
export function toApproval(row: ApprovalRow): Approval {
  const isExpired = row.state === 'pending' && row.expiresAt.getTime() <= Date.now();
  return {
    _id: row.id,
    kind: row.kind,
    jobKind: row.jobKind,
    state: isExpired ? 'expired' : row.state,
    name: row.name,
    reasons: row.reasons as ApprovalReason[],
    devices: row.deviceCount,
    askedBy: { personId: row.askedById, name: row.askedByName },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.decidedByName === null ? null : { personId: row.decidedById, name: row.decidedByName },
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    jobId: row.jobId,
    scheduleId: row.scheduleId,
  };
}
