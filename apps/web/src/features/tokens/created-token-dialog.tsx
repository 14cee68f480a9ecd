import type { CreatedToken } from '@drover/sdk';
import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CopyableCommand } from '../../ui/display/copy';
import { getEffectiveScopes } from './scopes';

/** Shows a new token and an example of its use. */
export function CreatedTokenDialog({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
  const { t } = useTranslation(['tokens', 'settings']);
  return (
    <ShowOnceDialog title={t('created', { name: token.name })} action={t('done')} onClose={onClose}>
      <Alert variant="light" color="yellow">
        {t('once')}
      </Alert>
      <CopyableCommand text={token.token} label={t('token')} />
      <div>
        <Text size="sm" mb={6}>
          {t('tryIt')}
        </Text>
        <CopyableCommand text={buildExample(token)} label={t('settings:command')} />
      </div>
    </ShowOnceDialog>
  );
}

/** Builds an example command that the token's scopes permit. */
function buildExample({ token, scopes }: CreatedToken): string {
  const command = `curl -H 'Authorization: token ${token}' ${window.location.origin}`;
  const allowed = getEffectiveScopes(scopes);
  if (allowed.includes('read')) return `${command}/v1/devices`;
  return allowed.includes('run')
    ? `${command}/v1/message/send -d text=Hello`
    : `${command}/v1/devscripts -d '{"name": "Hello"}'`;
}
