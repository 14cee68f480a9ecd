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
import { Form } from '../../ui/forms/form';

interface Props {
  settings: NotificationSettings;
  /** The devices that these settings currently select. */
  devices: Device[];
  /** The input that selects the devices. */
  children: ReactNode;
}

/** Selects the devices that receive messages from programs. */
export function NotificationDevices({ settings, devices, children }: Props) {
  const { t } = useTranslation(['notification-settings', 'common']);
  const client = useQueryClient();
  const old = devices.filter(({ appVersion }) => !takesMessages(appVersion));
  const isTooMany = settings.devices.length > LIMITS.notificationDevices;
  const update = useMutation({
    mutationFn: () => drover.notificationSettings.update(settings),
    onSuccess: () => {
      client.setQueryData(notificationSettingsQueries.current().queryKey, settings);
      notifications.show({ message: t('common:saved') });
    },
  });
  return (
    <Form
      mutation={{ ...update, error: isTooMany ? null : update.error }}
      isValid={!isTooMany}
      action={t('save')}
      gap="sm"
    >
      {children}
      {old.length > 0 && (
        <Alert variant="light" color="yellow">
          <Text size="sm">{t('old', { version: MESSAGE_CLIENT_VERSION })}</Text>
          <Text size="sm" fw={550}>
            {old.map(({ name, appVersion }) => `${name} (${appVersion})`).join(', ')}
          </Text>
        </Alert>
      )}
      {isTooMany && (
        <Text size="sm" c="red" role="alert">
          {t('tooMany', { limit: LIMITS.notificationDevices })}
        </Text>
      )}
    </Form>
  );
}
