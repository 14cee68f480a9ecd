import type { Account } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQueries } from '../../queries/accounts';
import { RequirementSwitch } from './requirement-switch';

/** Whether the workspace requires single sign-on of its members. Nothing without a provider. */
export function RequireSingleSignOn({ account }: { account: Account }) {
  const { t } = useTranslation('single-sign-on');
  const { data: installation } = useQuery(accountQueries.installation());
  if (!installation?.identityProviders.length && !account.isSingleSignOnRequired) return null;
  return (
    <RequirementSwitch
      isRequired={account.isSingleSignOnRequired}
      toChange={(isSingleSignOnRequired) => ({ isSingleSignOnRequired })}
      label={t('requireAll')}
      description={t('requireText')}
      done={{ on: t('requireOn'), off: t('requireOff') }}
    />
  );
}
