import { LIMITS } from '@drover/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { lazyPart } from '../../texts/lazy-part';
import { DialogButton } from '../../ui/dialogs/dialog-button';

const NameDialog = lazyPart(() => import('../../ui/forms/name-dialog'), 'NameDialog');

/** A button that creates a script and opens it. */
export function CreateDevscript() {
  const { t } = useTranslation('devscripts');
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: (name: string) => drover.devscripts.create({ name }),
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['devscripts', 'list'] });
      void navigate(`/devscripts/${_id}`);
    },
  });
  return (
    <DialogButton label={t('create')}>
      {(close) => (
        <NameDialog
          title={t('createTitle')}
          action={t('createDo')}
          label={t('name')}
          placeholder={t('namePlaceholder')}
          limit={LIMITS.scriptNameChars}
          mutation={create}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
