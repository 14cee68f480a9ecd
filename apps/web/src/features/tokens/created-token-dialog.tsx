import type { CreatedToken } from '@drover/sdk';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Command } from '../../ui/copy';
import { effective } from './scopes';

/** A token, this once. A slip of the hand does not close it. */
export function CreatedTokenDialog({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('tokens.created', { name: token.name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert variant="light" color="yellow">
          {t('tokens.once')}
        </Alert>
        <Command text={token.token} label={t('tokens.token')} />
        <div>
          <Text size="sm" mb={6}>
            {t('tokens.tryIt')}
          </Text>
          <Command text={exampleOf(token)} label={t('settings.command')} />
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('tokens.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A line that the token's scopes allow. */
function exampleOf({ token, scopes }: CreatedToken): string {
  const command = `curl -H 'Authorization: token ${token}' ${window.location.origin}`;
  const allowed = effective(scopes);
  if (allowed.includes('read')) return `${command}/v1/devices`;
  return allowed.includes('run')
    ? `${command}/v1/message/send -d text=Hello`
    : `${command}/v1/devscripts -d '{"name": "Hello"}'`;
}
