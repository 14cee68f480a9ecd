import { takesMessages } from '@drover/contract/app-version';
import { LIMITS, MESSAGE_CLIENT_VERSION } from '@drover/contract/limits';
import type { Device, NotificationSettings } from '@drover/sdk';
import { Alert, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { notificationSettingsQueries } from '../../queries/notification-settings';
import { Form } from '../../ui/form';

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
  const old = devices.filter(({ appVersion }) => !takesMessages(appVersion));
  const isTooMany = settings.devices.length > LIMITS.notificationDevices;
  const update = useMutation({
    mutationFn: () => drover.notificationSettings.update(settings),
    onSuccess: () => {
      client.setQueryData(notificationSettingsQueries.current().queryKey, settings);
      notifications.show({ message: t('saved') });
    },
  });
  return (
    <Form
      save={{ ...update, error: isTooMany ? null : update.error }}
      isValid={!isTooMany}
      action={t('notificationSettings.save')}
      gap="sm"
    >
      {children}
      {old.length > 0 && (
        <Alert variant="light" color="yellow">
          <Text size="sm">{t('notificationSettings.old', { version: MESSAGE_CLIENT_VERSION })}</Text>
          <Text size="sm" fw={550}>
            {old.map(({ name, appVersion }) => `${name} (${appVersion})`).join(', ')}
          </Text>
        </Alert>
      )}
      {isTooMany && (
        <Text size="sm" c="red" role="alert">
          {t('notificationSettings.tooMany', { limit: LIMITS.notificationDevices })}
        </Text>
      )}
    </Form>
  );
}
