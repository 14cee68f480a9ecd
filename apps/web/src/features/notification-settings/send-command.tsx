import { useTranslation } from 'react-i18next';
import { Command } from '../../ui/copy';

/** The line with which a program sends a message. The token is in the body: addresses end up in logs. */
export function SendCommand({ token }: { token: string }) {
  const { t } = useTranslation();
  const text = t('notificationSettings.exampleText');
  return (
    <Command
      label={t('settings.command')}
      text={`curl ${window.location.origin}/v1/message/send -d token=${token} --data-urlencode 'text=${text}'`}
    />
  );
}
