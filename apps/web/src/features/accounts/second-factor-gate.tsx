import type { Account } from '@drover/sdk';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/display/logo';
import { RecoveryCodesDialog, SetUpSecondFactor } from './set-up-second-factor';
import { useSignOut } from './use-sign-out';
import classes from './welcome-page.module.css';

/** Lets a member set up the second factor that the workspace requires, before anything else. */
export function SecondFactorGate({ account }: { account: Account }) {
  const { t } = useTranslation(['second-factor', 'accounts']);
  const client = useQueryClient();
  const signOut = useSignOut();
  const [codes, setCodes] = useState<string[]>();
  return (
    <main className={classes.page}>
      <title>{`${t('required')} · Drover`}</title>
      <div className={classes.column}>
        <Logo />
        <Paper withBorder radius="lg" p="xl" mt="lg" bg="var(--surface)">
          <Title order={1} size="h3" mb={4}>
            {t('required')}
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            {t('requiredText')}
          </Text>
          <SetUpSecondFactor email={account.email} onDone={setCodes} />
        </Paper>
        <Anchor component="button" size="sm" mt="md" onClick={() => signOut.mutate()}>
          {t('accounts:signOut')}
        </Anchor>
      </div>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => void client.invalidateQueries()} />}
    </main>
  );
}
