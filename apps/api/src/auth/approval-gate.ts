import type { ApprovalRules, Role } from '@drover/contract';
import type { Caller } from './caller';

/** What a workspace asks a second member to approve, and who asks. */
export interface ApprovalGate {
  rules: ApprovalRules;
  /** Null for a token of the workspace. */
  personId: string | null;
  /** Null for a session. */
  tokenId: string | null;
  /** Name of the person or the token. */
  name: string;
  role: Role;
}

/** Returns the gate for the requests of a caller, or undefined if the workspace has no rules. */
export function approvalGate({
  approvalRules: rules,
  ...caller
}: Pick<Caller, 'approvalRules' | 'personId' | 'personName' | 'tokenId' | 'tokenName' | 'kind' | 'role'>):
  ApprovalGate | undefined {
  if (rules.maxDevices === null && !rules.schedules && rules.groups.length === 0) return undefined;
  const { personId, personName, tokenId, tokenName, kind, role } = caller;
  const name = personName ?? tokenName;
  return { rules, personId, tokenId: kind === 'session' ? null : tokenId, name, role };
}
