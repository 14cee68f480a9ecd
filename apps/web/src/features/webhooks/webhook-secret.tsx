import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CopyableCommand } from '../../ui/display/copy';
import classes from './payload.module.css';

const example = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const { type, data } = webhook.verify(body, headers);`;

/** Shows a new webhook secret and how to verify signatures with it. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <ShowOnceDialog title={t('secretTitle')} action={t('done')} onClose={onClose}>
      <Alert variant="light" color="yellow">
        {t('once')}
      </Alert>
      <CopyableCommand text={secret} label={t('secret')} />
      <div>
        <Text size="sm" mb={6}>
          {t('verify')}
        </Text>
        <pre className={classes.text} tabIndex={0} role="group" aria-label={t('snippet')}>
          {example}
        </pre>
      </div>
    </ShowOnceDialog>
  );
}
