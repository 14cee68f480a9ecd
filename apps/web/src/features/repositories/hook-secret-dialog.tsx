import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CopyableCommand } from '../../ui/display/copy';

interface Props {
  hookUrl: string;
  hookSecret: string;
  onClose: () => void;
}

/** Shows the URL and the new secret for the webhook of the Git server. */
export function HookSecretDialog({ hookUrl, hookSecret, onClose }: Props) {
  const { t } = useTranslation('repositories');
  return (
    <ShowOnceDialog title={t('hookTitle')} action={t('done')} onClose={onClose}>
      <Text size="sm">{t('hookText')}</Text>
      <CopyableCommand text={hookUrl} label={t('hookUrl')} />
      <Alert variant="light" color="yellow">
        {t('once')}
      </Alert>
      <CopyableCommand text={hookSecret} label={t('hookSecret')} />
    </ShowOnceDialog>
  );
}
