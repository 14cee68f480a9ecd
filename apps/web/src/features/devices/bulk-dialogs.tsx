import { LIMITS } from '@drover/contract/limits';
import type { Device } from '@drover/sdk';
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

/** A dialog that sends one message to devices. */
export function MessageDevices({ devices, onClose }: Props) {
  const { t } = useTranslation('devices');
  const message = useMessage();
  const { title, text, isValid } = message;
  const count = devices.length;
  const send = useMutation({
    mutationFn: () => drover.devices.sendMessages({ devices: toReferences(devices), title, text }),
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
      isValid={isValid}
      mutation={send}
      onClose={onClose}
    >
      <MessageFields {...message} />
    </FormDialog>
  );
}
