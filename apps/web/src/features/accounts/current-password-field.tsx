import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { accountQueries } from '../../queries/accounts';
import { PasswordField } from './account-fields';

/** The password with which a person confirms a change. Renders nothing for a person without one. */
export function CurrentPasswordField(props: ComponentProps<typeof PasswordField>) {
  const { data: account } = useQuery(accountQueries.current());
  return account?.person?.hasPassword === false ? null : <PasswordField {...props} />;
}
