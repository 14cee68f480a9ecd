import { useTranslation } from 'react-i18next';
import { CopyableCommand } from '../../ui/display/copy';

/** A command that sends a message. The token is in the body, because URLs end up in logs. */
export function SendCommand({ token }: { token: string }) {
  const { t } = useTranslation(['notification-settings', 'settings']);
  const text = t('exampleText');
  return (
    <CopyableCommand
      label={t('settings:command')}
      text={`curl ${window.location.origin}/v1/message/send -d token=${token} --data-urlencode 'text=${text}'`}
    />
  );
}
