import { Alert, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CopyableCommand } from '../../ui/display/copy';
import { FormDialog } from '../../ui/forms/form-dialog';
import { resetLink } from './join-link';

interface Props {
  memberId: string;
  name: string;
  onClose: () => void;
}

/** Creates a link with which a member sets a new password, and shows it once. */
export function ResetPassword({ memberId, name, onClose }: Props) {
  const { t } = useTranslation('members');
  const create = useMutation({ mutationFn: () => drover.members.createPasswordReset(memberId) });
  const title = t('resetTitle', { name });
  if (create.data) {
    return (
      <ShowOnceDialog title={title} action={t('done')} onClose={onClose}>
        <Alert variant="light" color="yellow">
          {t('resetOnce')}
        </Alert>
        <CopyableCommand text={resetLink(create.data.token)} label={t('resetLink')} />
      </ShowOnceDialog>
    );
  }
  return (
    <FormDialog title={title} action={t('resetDo')} isValid mutation={create} onClose={onClose}>
      <Text size="sm">{t('resetText')}</Text>
    </FormDialog>
  );
}
