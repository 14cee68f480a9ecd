import { countChars, LIMITS } from '@drover/contract/limits';
import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { messageQueries } from '../../queries/messages';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { FormDialog } from '../../ui/forms/form-dialog';

/** A button that sends a message to the inbox and to the notification devices, as a program would. */
export function SendMessage() {
  const { t } = useTranslation('messages');
  return (
    <DialogButton label={t('send')} variant="default" icon={null}>
      {(close) => <SendMessageDialog onClose={close} />}
    </DialogButton>
  );
}

function SendMessageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages');
  const client = useQueryClient();
  const [text, setText] = useState('');
  const limit = LIMITS.sentTextChars;
  const count = countChars(text);
  const send = useMutation({
    mutationFn: () => drover.messages.send({ text }),
    onSuccess: () => {
      notifications.show({ message: t('sent') });
      void client.invalidateQueries(messageQueries.list());
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('send')}
      action={t('sendDo')}
      isValid={text.trim() !== ''}
      mutation={send}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('sendTo')}
      </Text>
      <div>
        <Textarea
          label={t('text')}
          description={t('textHelp')}
          autosize
          minRows={4}
          maxRows={14}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed" mt={4} role={count > limit ? 'status' : undefined}>
          {count > limit ? t('cut', { count: count - limit, limit }) : `${count}/${limit}`}
        </Text>
      </div>
    </FormDialog>
  );
}
