import { LIMITS } from '@drover/contract/limits';
import type { Revision } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { revisionQueries } from '../../queries/revisions';
import { ForRole } from '../../roles/for-role';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { EditIcon, RepeatIcon } from '../../ui/display/icons';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';

interface Props {
  devscriptId: string;
  revision: Revision;
  isNewest: boolean;
  onRestored: (revision: Revision) => void;
}

/** Names and restores a revision. */
export function RevisionActions({ devscriptId, revision, isNewest, onRestored }: Props) {
  const { t } = useTranslation('revisions');
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'name' | 'restore'>();
  const close = () => setDialog(undefined);
  return (
    <ForRole role="editor">
      <Button variant="default" leftSection={<EditIcon size={16} />} onClick={() => setDialog('name')}>
        {t('rename')}
      </Button>
      {!isNewest && (
        <Button leftSection={<RepeatIcon size={16} />} onClick={() => setDialog('restore')}>
          {t('restore')}
        </Button>
      )}
      {dialog === 'name' && <RenameRevision {...{ devscriptId, revision }} onClose={close} />}
      <ConfirmAction
        isOpen={dialog === 'restore'}
        title={t('restoreTitle', { number: revision.number })}
        text={t('restoreText')}
        action={t('restore')}
        done={t('restored', { number: revision.number })}
        isHarmless
        run={async () => onRestored(await drover.revisions.restore(devscriptId, revision._id))}
        onDone={async () => {
          // The editor reads the files anew when it is opened.
          client.removeQueries({ queryKey: ['devscripts', devscriptId, 'files'] });
          client.removeQueries({ queryKey: ['devscripts', devscriptId, 'project'] });
          await client.invalidateQueries({ queryKey: ['devscripts'] });
        }}
        onClose={close}
      />
    </ForRole>
  );
}

interface RenameProps {
  devscriptId: string;
  revision: Revision;
  onClose: () => void;
}

/** An empty name removes it. */
function RenameRevision({ devscriptId, revision, onClose }: RenameProps) {
  const { t } = useTranslation(['revisions', 'common']);
  const client = useQueryClient();
  const [input, setInput] = useState(revision.name ?? '');
  const name = input.trim();
  const mutation = useMutation({
    mutationFn: () => drover.revisions.update(devscriptId, revision._id, { name: name || null }),
    onSuccess: async () => {
      await client.invalidateQueries(revisionQueries.list(devscriptId));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('rename')}
      action={t('common:save')}
      size="sm"
      isValid={isWithinLimit(name, LIMITS.revisionNameChars)}
      mutation={{ ...mutation, mutate: () => mutation.mutate() }}
      onClose={onClose}
    >
      <CountedInput
        label={t('name')}
        placeholder={t('namePlaceholder')}
        limit={LIMITS.revisionNameChars}
        value={input}
        onChange={setInput}
        data-autofocus
      />
    </FormDialog>
  );
}
