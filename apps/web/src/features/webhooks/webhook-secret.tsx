import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Command } from '../../ui/copy';
import classes from './payload.module.css';

const example = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const { type, data } = webhook.verify(body, headers);`;

/** A secret, this once, and what it is for. A slip of the hand does not close it. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('webhooks.secretTitle')}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
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
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('webhooks.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
