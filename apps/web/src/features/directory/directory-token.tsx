import type { Directory } from '@drover/sdk';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { directoryQueries } from '../../queries/directory';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CopyableCommand } from '../../ui/display/copy';
import { RelativeTime } from '../../ui/display/relative-time';
import { ErrorText } from '../../ui/feedback/error-alert';
import { DescriptionList } from '../../ui/layout/description-list';

/** The token of the directory and its last use. It is created, replaced and revoked here. */
export function DirectoryToken({ directory: { url, token } }: { directory: Directory }) {
  const { t } = useTranslation(['directory', 'common']);
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [asked, setAsked] = useState<'replace' | 'revoke'>();
  const refresh = () => client.invalidateQueries(directoryQueries.get());
  const createToken = async () => {
    const created = await drover.directory.createToken();
    setSecret(created.token);
  };
  const create = useMutation({ mutationFn: createToken, onSuccess: refresh });
  return (
    <Stack gap="md">
      {token ? (
        <>
          <Labelled label={t('url')} text={url} />
          <DescriptionList
            items={[
              [t('created'), <RelativeTime key="created" at={token.createdAt} />],
              [
                t('lastUsed'),
                token.lastUsedAt ? <RelativeTime key="used" at={token.lastUsedAt} /> : t('never'),
              ],
            ]}
          />
          <Group gap="xs">
            <Button variant="default" onClick={() => setAsked('replace')}>
              {t('replace')}
            </Button>
            <Button variant="default" onClick={() => setAsked('revoke')}>
              {t('revoke')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Text size="sm">{t('none')}</Text>
          <ErrorText error={create.error} />
          <Button
            variant="default"
            loading={create.isPending}
            onClick={() => create.mutate()}
            style={{ alignSelf: 'flex-start' }}
          >
            {t('create')}
          </Button>
        </>
      )}
      {asked && (
        <ConfirmAction
          isOpen
          title={t(asked)}
          text={t(`${asked}Text`)}
          action={t(asked)}
          done={t(`${asked}d`)}
          run={() => (asked === 'replace' ? createToken() : drover.directory.removeToken())}
          onDone={refresh}
          onClose={() => setAsked(undefined)}
        />
      )}
      {secret !== undefined && (
        <CreatedToken url={url} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </Stack>
  );
}

/** Shows the token once, with the URL that goes with it. */
function CreatedToken({ url, secret, onClose }: { url: string; secret: string; onClose: () => void }) {
  const { t } = useTranslation('directory');
  return (
    <ShowOnceDialog title={t('createdTitle')} action={t('done')} onClose={onClose}>
      <Alert variant="light" color="yellow">
        {t('once')}
      </Alert>
      <Labelled label={t('url')} text={url} />
      <Labelled label={t('token')} text={secret} />
    </ShowOnceDialog>
  );
}

/** A text to copy, with its name above it. */
function Labelled({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="sm" mb={6}>
        {label}
      </Text>
      <CopyableCommand text={text} label={label} />
    </div>
  );
}
