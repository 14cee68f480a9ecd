import type { Role } from '@drover/sdk';
import type { ReactNode } from 'react';
import { useHasRole } from './use-has-role';

interface Props {
  role: Role;
  children: ReactNode;
}

/** Shows actions only to people whose role allows them. Roles of requests: `policy` in the contract. */
export function ForRole({ role, children }: Props) {
  return useHasRole()(role) && children;
}
