import '@mantine/core/styles/Code.css';
import '@mantine/core/styles/SimpleGrid.css';
import { Alert, Box, Code, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { QrCode } from '../../ui/display/qr-code';
import { Form } from '../../ui/forms/form';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CurrentPasswordField } from './current-password-field';
import { CodeField } from './code-field';

interface Props {
  email: string;
  onDone: (recoveryCodes: string[]) => void;
}

/** Asks for the password, shows a secret to an authenticator app, and asks for its code. */
export function SetUpSecondFactor({ email, onDone }: Props) {
  const { t } = useTranslation('second-factor');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const create = useMutation({ mutationFn: () => drover.secondFactor.create({ currentPassword: password }) });
  const confirm = useMutation({
    mutationFn: () => drover.secondFactor.confirm({ code }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  if (!create.data) {
    return (
      <Form mutation={create} action={t('next')}>
        <Text size="sm">{t('passwordText')}</Text>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <CurrentPasswordField data-autofocus value={password} onChange={setPassword} />
      </Form>
    );
  }
  return (
    <Form mutation={confirm} isValid={code.trim() !== ''} action={t('confirm')}>
      <Text size="sm">{t('scan')}</Text>
      <Box w={200} maw="100%">
        <QrCode text={create.data.uri} label={t('qr')} />
      </Box>
      <TextInput
        label={t('secret')}
        readOnly
        value={create.data.secret}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CodeField label={t('code')} value={code} onChange={setCode} />
    </Form>
  );
}

/** Shows recovery codes, which cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('second-factor');
  return (
    <ShowOnceDialog title={t('recovery')} action={t('saved')} onClose={onClose}>
      <Alert variant="light" color="yellow">
        {t('recoveryText')}
      </Alert>
      <SimpleGrid
        component="ul"
        aria-label={t('recovery')}
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        p={0}
        m={0}
      >
        {codes.map((code) => (
          <Stack component="li" key={code} style={{ listStyle: 'none' }}>
            <Code fz="sm">{code}</Code>
          </Stack>
        ))}
      </SimpleGrid>
    </ShowOnceDialog>
  );
}
