import { LIMITS } from '@drover/contract/limits';
import type { Devscript } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { EditIcon, PublishIcon } from '../../ui/icons';
import { NameDialog } from '../../ui/name-dialog';
import { RecordMenu } from '../../ui/record-menu';

/** What can be done with a script beside editing and running it. */
export function DevscriptMenu({ devscript, onRemoved }: { devscript: Devscript; onRemoved?: () => void }) {
  const { t } = useTranslation();
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
        label={t('devscripts.actions', { name })}
        items={[
          { label: t('devscripts.publishing'), Icon: PublishIcon, to: `/devscripts/${_id}/publishing` },
          { label: t('devscripts.rename'), Icon: EditIcon, onClick: () => setRenaming(true) },
        ]}
        removal={{
          label: t('devscripts.remove'),
          title: `${t('devscripts.remove')}: ${name}`,
          text: t('devscripts.removeText'),
          action: t('delete'),
          done: t('devscripts.removed', { name }),
          run: () => drover.devscripts.remove(_id),
          onDone: () => {
            onRemoved?.();
            void client.invalidateQueries({ queryKey: ['devscripts', 'list'] });
          },
        }}
      />
      {isRenaming && (
        <NameDialog
          title={t('devscripts.rename')}
          action={t('save')}
          label={t('devscripts.name')}
          placeholder={t('devscripts.namePlaceholder')}
          limit={LIMITS.scriptNameChars}
          start={name}
          save={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}
