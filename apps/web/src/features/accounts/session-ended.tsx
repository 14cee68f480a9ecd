import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SignInForm } from './sign-in-form';

/** Over the page as it stands: who signs in again goes on where they were. */
export function SessionEnded({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t('accounts.ended')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('accounts.endedText')}
      </Text>
      <SignInForm email={email} />
    </Modal>
  );
}
