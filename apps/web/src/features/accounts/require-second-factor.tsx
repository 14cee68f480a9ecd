import type { Account } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { RequirementSwitch } from './requirement-switch';

/** Whether the workspace requires a second factor of its members. */
export function RequireSecondFactor({ account }: { account: Account }) {
  const { t } = useTranslation('second-factor');
  return (
    <RequirementSwitch
      isRequired={account.isSecondFactorRequired}
      toChange={(isSecondFactorRequired) => ({ isSecondFactorRequired })}
      label={t('requireAll')}
      description={t('requireText')}
      done={{ on: t('requireOn'), off: t('requireOff') }}
    />
  );
}
