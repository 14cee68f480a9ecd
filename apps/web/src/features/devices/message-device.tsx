import { takesMessages } from '@drover/contract/app-version';
import { LIMITS, MESSAGE_CLIENT_VERSION } from '@drover/contract/limits';
import type { Device } from '@drover/sdk';
import { Alert, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { formatDuration } from '../../lib/time';
import { FormDialog } from '../../ui/forms/form-dialog';
import { MessageFields, useMessage } from './message-fields';

interface Props {
  device: Device;
  onClose: () => void;
}

/** A dialog that sends a message to a device. If the device's app is too old for messages, says so instead. */
export function MessageDevice({ device, onClose }: Props) {
  const { t } = useTranslation('devices');
  if (takesMessages(device.appVersion)) return <MessageForm device={device} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t('messageTo', { name: device.name })} size="md">
      <Alert color="yellow" variant="light" role="status">
        {t('messageTooOld', { version: device.appVersion || '?', least: MESSAGE_CLIENT_VERSION })}
      </Alert>
    </Modal>
  );
}

function MessageForm({ device, onClose }: Props) {
  const { t, i18n } = useTranslation('devices');
  const message = useMessage();
  const { title, text, isValid } = message;
  const send = useMutation({
    mutationFn: () => drover.devices.sendMessage(device._id, { title, text }),
    onSuccess: () => {
      notifications.show({ message: t('messageSent', { name: device.name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('messageTo', { name: device.name })}
      action={t('messageSend')}
      size="md"
      isValid={isValid}
      mutation={send}
      onClose={onClose}
    >
      <MessageFields {...message} />
      {!device.online && (
        <Text size="sm" role="status">
          {t('messageOffline', {
            time: formatDuration(LIMITS.messageDeliverWithinSeconds * 1000, i18n.language),
          })}
        </Text>
      )}
    </FormDialog>
  );
}
