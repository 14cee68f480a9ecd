import type { CreatedToken } from '@drover/sdk';
import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Command } from '../../ui/copy';
import { OnceDialog } from '../../ui/once-dialog';
import { effective } from './scopes';

/** A token, and how it is used. */
export function CreatedTokenDialog({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <OnceDialog title={t('tokens.created', { name: token.name })} action={t('tokens.done')} onClose={onClose}>
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
    </OnceDialog>
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
