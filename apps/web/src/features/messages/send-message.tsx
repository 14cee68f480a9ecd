import { countChars, LIMITS } from '@drover/contract/limits';
import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { messageQueries } from '../../queries/messages';
import { DialogButton } from '../../ui/dialog-button';
import { FormDialog } from '../../ui/form-dialog';

/** Sends a message as a program would: to the inbox, and to the devices chosen for notifications. */
export function SendMessage() {
  const { t } = useTranslation();
  return (
    <DialogButton label={t('messages.send')} variant="default" icon={null}>
      {(close) => <SendMessageDialog onClose={close} />}
    </DialogButton>
  );
}

function SendMessageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const limit = LIMITS.sentTextChars;
  const count = countChars(text);
  const send = useMutation({
    mutationFn: () => drover.messages.send({ text }),
    onSuccess: () => {
      notifications.show({ message: t('messages.sent') });
      void client.invalidateQueries(messageQueries.list());
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('messages.send')}
      action={t('messages.sendDo')}
      isValid={text.trim() !== ''}
      save={send}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('messages.sendTo')}
      </Text>
      <div>
        <Textarea
          label={t('messages.text')}
          description={t('messages.textHelp')}
          autosize
          minRows={4}
          maxRows={14}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed" mt={4} role={count > limit ? 'status' : undefined}>
          {count > limit ? t('messages.cut', { count: count - limit, limit }) : `${count}/${limit}`}
        </Text>
      </div>
    </FormDialog>
  );
}
