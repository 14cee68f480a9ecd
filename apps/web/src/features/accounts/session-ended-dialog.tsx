import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './session-ended-dialog.module.css';
import { SignInForm } from './sign-in-form';

/** Asks the user to sign in again. The current page is hidden, and keeps its state. */
export function SessionEndedDialog({ email }: { email: string }) {
  const { t } = useTranslation('accounts');
  return (
    <Modal
      opened
      classNames={{ root: classes.root }}
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
