import type { Repository } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { repositoryQueries } from '../../queries/repositories';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog';
import { EditIcon, KeyIcon } from '../../ui/display/icons';
import { RecordMenu } from '../../ui/lists/record-menu';
import { HookSecretDialog } from './hook-secret-dialog';
import { RepositoryDialog } from './repository-dialog';

/** The actions of a repository that have no button of their own. */
export function RepositoryMenu({ repository }: { repository: Repository }) {
  const { t } = useTranslation('repositories');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'rotate' | null>(null);
  const close = () => setOpen(null);
  const { _id, name, hookUrl } = repository;
  const rotate = useMutation({ mutationFn: () => drover.repositories.rotateSecret(_id), onSuccess: close });
  return (
    <>
      <RecordMenu
        label={t('actions', { name })}
        items={[
          { label: t('edit'), Icon: EditIcon, onClick: () => setOpen('edit') },
          { label: t('rotate'), Icon: KeyIcon, onClick: () => setOpen('rotate') },
        ]}
        removal={{
          label: t('remove'),
          title: t('removeTitle', { name }),
          text: t('removeText'),
          action: t('remove'),
          done: t('removed', { name }),
          run: () => drover.repositories.remove(_id),
          onDone: async () => {
            await navigate('/settings/repositories');
            client.removeQueries({ queryKey: ['repositories', _id] });
            void client.invalidateQueries(repositoryQueries.list());
          },
        }}
      />
      {open === 'edit' && (
        <RepositoryDialog
          title={t('edit')}
          action={t('save')}
          fields={repository}
          save={(fields) => drover.repositories.update(_id, fields)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={open === 'rotate'}
        title={t('rotateTitle')}
        text={t('rotateText')}
        action={t('rotate')}
        isHarmless
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      />
      {rotate.data && (
        <HookSecretDialog
          hookUrl={hookUrl}
          hookSecret={rotate.data.hookSecret}
          onClose={() => rotate.reset()}
        />
      )}
    </>
  );
}
