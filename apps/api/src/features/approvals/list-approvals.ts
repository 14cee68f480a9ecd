import { includesRole, type ApprovalFilter, type ApprovalList } from '@drover/contract';
import { expressionBuilder } from 'kysely';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import type { ApprovalState } from '../../database/client/client';
import { anyOf, now } from '../../database/expressions';
import { listHistory, type Branch, type Key, type Matches } from '../../database/history';
import { db, defineStatement, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { approvalColumns, toApproval } from '../../records/approval-record';

const eb = expressionBuilder<{ t: Tables['Approval'] }, 't'>();

const selectApprovals = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  db.selectFrom('Approval').select(approvalColumns).where('id', '=', anyOf(ids)),
);

/** Lists requests. Admins see all of the workspace, others what they asked for. */
export function listApprovals(
  { pool }: AppContext,
  caller: Caller,
  { state, ...paging }: ApprovalFilter,
): Promise<ApprovalList> {
  return listHistory(pool, paging, {
    ...(includesRole(caller.role, 'admin') ? ofWorkspace(caller, state) : ofAsker(caller, state)),
    select: selectApprovals,
    item: toApproval,
  });
}

/** Each state has an index of its own. */
function ofWorkspace({ accountId }: Caller, states?: ApprovalState[]): Matches<'Approval'> {
  const key: Key<'Approval'> = ['accountId', accountId];
  const branches = states && [...new Set(states)].flatMap((state) => branchesOf(key, state));
  return { table: 'Approval', branches: branches ?? [{ keys: [key] }] };
}

const isOver = eb('t.expiresAt', '<=', now);

/** A request is expired from its time on, also before its row says so. Only few are pending, so each of them is read. */
function branchesOf(account: Key<'Approval'>, state: ApprovalState): Branch<'Approval'>[] {
  const keys: Key<'Approval'>[] = [account, ['state', state]];
  if (state === 'pending') return [{ keys, where: eb.not(isOver) }];
  if (state === 'expired') return [{ keys }, { keys: [account, ['state', 'pending']], where: isOver }];
  return [{ keys }];
}

/** The requests of a person with all tokens and sessions, or of a token of the workspace. */
function ofAsker({ accountId, personId, tokenId }: Caller, states?: ApprovalState[]): Matches<'Approval'> {
  const asker: Branch<'Approval'> =
    personId === null
      ? { keys: [['askedByTokenId', tokenId]], where: eb('t.askedById', 'is', null) }
      : { keys: [['askedById', personId]] };
  return {
    table: 'Approval',
    branches: [{ ...asker, keys: [['accountId', accountId], ...asker.keys] }],
    filter: states && [eb.or(states.map(isInState))],
  };
}

function isInState(state: ApprovalState) {
  const isStored = eb('t.state', '=', state);
  if (state === 'pending') return eb.and([isStored, eb.not(isOver)]);
  if (state === 'expired') return eb.or([isStored, eb.and([eb('t.state', '=', 'pending'), isOver])]);
  return isStored;
}
