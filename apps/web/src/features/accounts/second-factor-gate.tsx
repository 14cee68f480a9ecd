import type { Account } from '@drover/sdk';
import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecoveryCodesDialog, SetUpSecondFactor } from './set-up-second-factor';
import { SignInGate } from './sign-in-gate';

/** Lets a member set up the second factor that the workspace requires, before anything else. */
export function SecondFactorGate({ account }: { account: Account }) {
  const { t } = useTranslation('second-factor');
  return (
    <SignInGate title={t('required')} text={t('requiredText')}>
      <Box mt="md">
        <SecondFactorSetUp email={account.email} />
      </Box>
    </SignInGate>
  );
}

/** Sets up a second factor, shows the recovery codes, and then opens the workspace. */
export function SecondFactorSetUp({ email }: { email: string }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  return (
    <>
      <SetUpSecondFactor email={email} onDone={setCodes} />
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => void client.invalidateQueries()} />}
    </>
  );
}
