import { LIMITS } from '@drover/contract/limits';
import type { Account } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { Form } from '../../ui/forms/form';

/** The name of the workspace, which admins change. */
export function WorkspaceForm({ account }: { account: Account }) {
  const { t } = useTranslation(['settings', 'common']);
  const client = useQueryClient();
  const [input, setInput] = useState(account.name);
  const name = input.trim();
  const isValid = name !== '' && name !== account.name && isWithinLimit(name, LIMITS.accountNameChars);
  const update = useMutation({
    mutationFn: () => drover.accounts.update({ name }),
    onSuccess: async () => {
      await client.invalidateQueries(accountQueries.current());
      notifications.show({ message: t('common:saved') });
    },
  });
  return (
    <Form mutation={update} isValid={isValid} action={t('account.renameWorkspace')}>
      <CountedInput
        label={t('account.workspaceName')}
        autoComplete="organization"
        limit={LIMITS.accountNameChars}
        value={input}
        onChange={setInput}
      />
    </Form>
  );
}
