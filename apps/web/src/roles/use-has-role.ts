import type { Role } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '../queries/accounts';
import { includesRole } from './roles';

/** Returns whether the role of the signed-in person includes another one. The server checks each request anyway. */
export function useHasRole(): (role: Role) => boolean {
  const { data: account } = useQuery(accountQueries.current());
  return (role) => !account || includesRole(account.role, role);
}
