import { takesMessages } from '@drover/contract/app-version';
import { LIMITS, MESSAGE_CLIENT_VERSION } from '@drover/contract/limits';
import type { Device, NotificationSettings } from '@drover/sdk';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { messageQueries } from '../../queries/messages';
import { useErrorText } from '../../ui/failure';

interface Props {
  settings: NotificationSettings;
  /** The devices that these settings mean now. */
  devices: Device[];
  /** Where they are chosen. */
  children: ReactNode;
}

/** Chooses the devices that messages of programs go to. */
export function NotificationDevices({ settings, devices, children }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const textOf = useErrorText();
  const old = devices.filter(({ appVersion }) => !takesMessages(appVersion));
  const isTooMany = settings.devices.length > LIMITS.notificationDevices;
  const update = useMutation({
    mutationFn: () => drover.notificationSettings.update(settings),
    onSuccess: () => {
      client.setQueryData(messageQueries.settings().queryKey, settings);
      notifications.show({ message: t('saved') });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooMany && !update.isPending) update.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" align="stretch">
        {children}
        {old.length > 0 && (
          <Alert variant="light" color="yellow">
            <Text size="sm">{t('notificationSettings.old', { version: MESSAGE_CLIENT_VERSION })}</Text>
            <Text size="sm" fw={550}>
              {old.map(({ name, appVersion }) => `${name} (${appVersion})`).join(', ')}
            </Text>
          </Alert>
        )}
        {(isTooMany || update.isError) && (
          <Text size="sm" c="red" role="alert">
            {isTooMany
              ? t('notificationSettings.tooMany', { limit: LIMITS.notificationDevices })
              : textOf(update.error)}
          </Text>
        )}
        <Button
          type="submit"
          loading={update.isPending}
          disabled={isTooMany}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('notificationSettings.save')}
        </Button>
      </Stack>
    </form>
  );
}
