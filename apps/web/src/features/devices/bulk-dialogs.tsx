import { takesMessages } from '@drover/contract/app-version';
import { LIMITS, MESSAGE_CLIENT_VERSION } from '@drover/contract/limits';
import type { Device } from '@drover/sdk';
import { Alert, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { upsertDevicesInCache } from '../../queries/devices';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { MessageFields, useMessage } from './message-fields';

interface Props {
  devices: Device[];
  onClose: () => void;
}

export const toReferences = (devices: Device[]) => devices.map(({ _id }) => ({ _id }));

/** A dialog that sets the tag of devices, or removes it. */
export function TagDevices({ devices, onClose }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const client = useQueryClient();
  const [input, setInput] = useState('');
  const tags = input.trim() ? [input.trim()] : [];
  const update = useMutation({
    mutationFn: () => drover.devices.updateMany({ devices: toReferences(devices), tags }),
    onSuccess: () => {
      upsertDevicesInCache(
        client,
        devices.map((device) => ({ ...device, tags })),
      );
      notifications.show({ message: t('common:saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('tagMany', { count: devices.length })}
      action={tags.length > 0 ? t('common:save') : t('tagRemove')}
      size="sm"
      isValid={isWithinLimit(input, LIMITS.deviceTagChars)}
      mutation={update}
      onClose={onClose}
    >
      <CountedInput
        label={t('tag')}
        description={t('tagManyHelp')}
        limit={LIMITS.deviceTagChars}
        value={input}
        onChange={setInput}
        data-autofocus
      />
    </FormDialog>
  );
}

/** Names that a dialog lists. */
const maxNames = 20;

/** A dialog that sends one message to devices. Leaves out those whose app is too old for messages, and names them. */
export function MessageDevices({ devices, onClose }: Props) {
  const { t } = useTranslation('devices');
  const message = useMessage();
  const { title, text, isValid } = message;
  const receivers = devices.filter(({ appVersion }) => takesMessages(appVersion));
  const old = devices.filter(({ appVersion }) => !takesMessages(appVersion));
  const count = receivers.length;
  const send = useMutation({
    mutationFn: () => drover.devices.sendMessages({ devices: toReferences(receivers), title, text }),
    onSuccess: () => {
      notifications.show({ message: t('messageManySent', { count }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('messageMany', { count })}
      action={t('messageSend')}
      size="md"
      isValid={isValid && count > 0}
      mutation={send}
      onClose={onClose}
    >
      {old.length > 0 && <TooOld devices={old} />}
      <MessageFields {...message} />
    </FormDialog>
  );
}

function TooOld({ devices }: { devices: Device[] }) {
  const { t } = useTranslation('devices');
  const shown = devices.slice(0, maxNames);
  const names = shown.map(({ name, appVersion }) => `${name} (${appVersion || '?'})`).join(', ');
  const more = devices.length - shown.length;
  return (
    <Alert variant="light" color="yellow" role="status">
      <Text size="sm">
        {t('messageManyTooOld', { count: devices.length, least: MESSAGE_CLIENT_VERSION })}
      </Text>
      <Text size="sm" fw={550}>
        {more > 0 ? t('namesMore', { names, count: more }) : names}
      </Text>
    </Alert>
  );
}
