import { LIMITS } from '@drover/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { DialogButton } from '../../ui/dialog-button';

const NameDialog = lazy(async () => ({ default: (await import('../../ui/name-dialog')).NameDialog }));

/** Makes a script and opens it. */
export function CreateDevscript() {
  const { t } = useTranslation();
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
    <DialogButton label={t('devscripts.create')}>
      {(close) => (
        <NameDialog
          title={t('devscripts.createTitle')}
          action={t('devscripts.createDo')}
          label={t('devscripts.name')}
          placeholder={t('devscripts.namePlaceholder')}
          limit={LIMITS.scriptNameChars}
          save={create}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
