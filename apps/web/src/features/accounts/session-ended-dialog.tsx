import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SignInForm } from './sign-in-form';

/** Asks the user to sign in again over the current page, which keeps its state. */
export function SessionEndedDialog({ email }: { email: string }) {
  const { t } = useTranslation('accounts');
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t('ended')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('endedText')}
      </Text>
      <SignInForm email={email} />
    </Modal>
  );
}
