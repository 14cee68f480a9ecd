import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CopyableCommand } from '../../ui/display/copy';
import { joinLink } from './join-link';

/** Shows the link of an invitation once. */
export function InvitationCreated({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('members');
  return (
    <ShowOnceDialog title={t('created')} action={t('done')} onClose={onClose}>
      <Alert variant="light" color="yellow">
        {t('once')}
      </Alert>
      <CopyableCommand text={joinLink(token)} label={t('link')} />
      <Text size="sm" c="dimmed">
        {t('works')}
      </Text>
    </ShowOnceDialog>
  );
}
