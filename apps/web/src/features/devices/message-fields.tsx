import { LIMITS } from '@drover/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountedInput, CountedTextarea, isWithinLimit } from '../../ui/forms/counted-input';

/** The inputs of a message, and whether it can be sent. */
export function useMessage() {
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const isEmpty = title.trim() === '' && text.trim() === '';
  const isValid =
    !isEmpty &&
    isWithinLimit(title, LIMITS.messageTitleChars) &&
    isWithinLimit(text, LIMITS.messageTextChars);
  return { title, text, setTitle, setText, isValid };
}

/** The fields for the title and the text of a message. */
export function MessageFields({ title, text, setTitle, setText }: ReturnType<typeof useMessage>) {
  const { t } = useTranslation('devices');
  return (
    <>
      <CountedInput
        label={t('messageTitle')}
        limit={LIMITS.messageTitleChars}
        value={title}
        onChange={setTitle}
        data-autofocus
      />
      <CountedTextarea
        label={t('messageText')}
        limit={LIMITS.messageTextChars}
        value={text}
        onChange={setText}
        autosize
        minRows={3}
        maxRows={10}
      />
    </>
  );
}
