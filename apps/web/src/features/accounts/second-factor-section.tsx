import type { SecondFactor } from '@drover/sdk';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { secondFactorQueries } from '../../queries/second-factor';
import { Section } from '../../ui/layout/section';
import { QueryResult } from '../../ui/lists/query-result';
import { PasswordDialog } from './password-dialog';
import { RecoveryCodesDialog, SetUpSecondFactor } from './set-up-second-factor';

/** What signing in requires beside the password, on the page of the account. */
export function SecondFactorSection({ email }: { email: string }) {
  const { t } = useTranslation('second-factor');
  const state = useQuery(secondFactorQueries.current());
  return (
    <Section title={t('title')}>
      <QueryResult query={state} rows={1}>
        {(current) => <State state={current} email={email} />}
      </QueryResult>
    </Section>
  );
}

type Dialog = 'setUp' | 'newCodes' | 'turnOff';

function State({ state, email }: { state: SecondFactor; email: string }) {
  const { t } = useTranslation('second-factor');
  const client = useQueryClient();
  const [dialog, setDialog] = useState<Dialog>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setDialog(undefined);
  const onCodes = (created: string[]) => {
    close();
    setCodes(created);
    void client.invalidateQueries();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t(state.isOn ? 'on' : 'off')}</Text>
      {state.isOn && (
        <Text size="sm" c="dimmed">
          {t('codes', { count: state.recoveryCodes })}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => setDialog('setUp')}>
          {t(state.hasApp ? 'replace' : 'setUp')}
        </Button>
        {state.isOn && (
          <>
            <Button variant="default" onClick={() => setDialog('newCodes')}>
              {t('newCodes')}
            </Button>
            {state.hasApp && (
              <Button variant="default" onClick={() => setDialog('turnOff')}>
                {t('turnOff')}
              </Button>
            )}
          </>
        )}
      </Group>
      <Modal opened={dialog === 'setUp'} onClose={close} title={t('title')}>
        <SetUpSecondFactor email={email} onDone={onCodes} />
      </Modal>
      {dialog === 'newCodes' && <NewCodesDialog onClose={close} onDone={onCodes} />}
      {dialog === 'turnOff' && <TurnOffDialog onClose={close} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Stack>
  );
}

function NewCodesDialog({ onClose, onDone }: { onClose: () => void; onDone: (codes: string[]) => void }) {
  const { t } = useTranslation('second-factor');
  return (
    <PasswordDialog
      title={t('newCodes')}
      text={t('newCodesText')}
      action={t('newCodes')}
      run={(confirmation) => drover.secondFactor.createRecoveryCodes(confirmation)}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    />
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('second-factor');
  const client = useQueryClient();
  return (
    <PasswordDialog
      title={t('turnOff')}
      text={t('turnOffText')}
      action={t('turnOff')}
      run={(confirmation) => drover.secondFactor.remove(confirmation)}
      onDone={async () => {
        onClose();
        notifications.show({ message: t('turnedOff') });
        await client.invalidateQueries(secondFactorQueries.current());
        await client.invalidateQueries(accountQueries.current());
      }}
      onClose={onClose}
    />
  );
}
