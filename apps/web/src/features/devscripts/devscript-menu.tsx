import { LIMITS } from '@drover/contract/limits';
import type { Devscript } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { storePath } from '../../queries/stores';
import { useHasRole } from '../../roles/use-has-role';
import { ClockIcon, EditIcon, PublishIcon, StoreIcon } from '../../ui/display/icons';
import { NameDialog } from '../../ui/forms/name-dialog';
import { RecordMenu } from '../../ui/lists/record-menu';

/** The further actions of a devscript. */
export function DevscriptMenu({ devscript, onRemoved }: { devscript: Devscript; onRemoved?: () => void }) {
  const { t } = useTranslation(['devscripts', 'common']);
  const hasRole = useHasRole();
  const client = useQueryClient();
  const [isRenaming, setRenaming] = useState(false);
  const { _id, name } = devscript;
  const rename = useMutation({
    mutationFn: (changed: string) => drover.devscripts.update(_id, { name: changed }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['devscripts'] });
      setRenaming(false);
    },
  });
  return (
    <>
      <RecordMenu
        label={t('actions', { name })}
        items={[
          { label: t('history'), Icon: ClockIcon, to: `/devscripts/${_id}/revisions` },
          { label: t('publishing'), Icon: PublishIcon, to: `/devscripts/${_id}/publishing` },
          { label: t('store'), Icon: StoreIcon, to: storePath(_id, 'devscript') },
          hasRole('editor') && { label: t('rename'), Icon: EditIcon, onClick: () => setRenaming(true) },
        ]}
        removal={
          hasRole('editor') && {
            label: t('remove'),
            title: t('removeTitle', { name }),
            text: t('removeText'),
            action: t('common:delete'),
            done: t('removed', { name }),
            run: () => drover.devscripts.remove(_id),
            onDone: () => {
              onRemoved?.();
              void client.invalidateQueries({ queryKey: ['devscripts', 'list'] });
            },
          }
        }
      />
      {isRenaming && (
        <NameDialog
          title={t('rename')}
          action={t('common:save')}
          label={t('name')}
          placeholder={t('namePlaceholder')}
          limit={LIMITS.scriptNameChars}
          initialName={name}
          mutation={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}
