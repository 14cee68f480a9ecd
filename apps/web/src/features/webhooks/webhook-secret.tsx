import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Command } from '../../ui/copy';
import { OnceDialog } from '../../ui/once-dialog';
import classes from './payload.module.css';

const example = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const { type, data } = webhook.verify(body, headers);`;

/** A secret, and what it is for. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <OnceDialog title={t('webhooks.secretTitle')} action={t('webhooks.done')} onClose={onClose}>
      <Alert variant="light" color="yellow">
        {t('webhooks.once')}
      </Alert>
      <Command text={secret} label={t('webhooks.secret')} />
      <div>
        <Text size="sm" mb={6}>
          {t('webhooks.verify')}
        </Text>
        <pre className={classes.text} tabIndex={0} role="group" aria-label={t('webhooks.snippet')}>
          {example}
        </pre>
      </div>
    </OnceDialog>
  );
}
