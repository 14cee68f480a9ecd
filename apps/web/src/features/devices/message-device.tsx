import { takesMessages } from '@drover/contract/app-version';
import { LIMITS, MESSAGE_CLIENT_VERSION } from '@drover/contract/limits';
import type { Device } from '@drover/sdk';
import { Alert, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { duration } from '../../lib/time';
import { CountedInput, CountedTextarea, isWithin } from '../../ui/counted-input';
import { FormDialog } from '../../ui/form-dialog';

interface Props {
  device: Device;
  onClose: () => void;
}

/** A text for the screen of a device; one that is too old for it says so before anything is typed. */
export function MessageDevice({ device, onClose }: Props) {
  const { t } = useTranslation();
  if (takesMessages(device.appVersion)) return <MessageForm device={device} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t('devices.messageTo', { name: device.name })} size="md">
      <Alert color="yellow" variant="light" role="status">
        {t('devices.messageTooOld', { version: device.appVersion || '?', least: MESSAGE_CLIENT_VERSION })}
      </Alert>
    </Modal>
  );
}

function MessageForm({ device, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const isEmpty = title.trim() === '' && text.trim() === '';
  const isValid =
    !isEmpty && isWithin(title, LIMITS.messageTitleChars) && isWithin(text, LIMITS.messageTextChars);
  const send = useMutation({
    mutationFn: () => drover.devices.sendMessage(device._id, { title, text }),
    onSuccess: () => {
      notifications.show({ message: t('devices.messageSent', { name: device.name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('devices.messageTo', { name: device.name })}
      action={t('devices.messageSend')}
      size="md"
      isValid={isValid}
      save={send}
      onClose={onClose}
    >
      <CountedInput
        label={t('devices.messageTitle')}
        limit={LIMITS.messageTitleChars}
        value={title}
        onChange={setTitle}
        data-autofocus
      />
      <CountedTextarea
        label={t('devices.messageText')}
        limit={LIMITS.messageTextChars}
        value={text}
        onChange={setText}
        autosize
        minRows={3}
        maxRows={10}
      />
      {!device.online && (
        <Text size="sm" role="status">
          {t('devices.messageOffline', {
            time: duration(LIMITS.messageDeliverWithinSeconds * 1000, i18n.language),
          })}
        </Text>
      )}
    </FormDialog>
  );
}
