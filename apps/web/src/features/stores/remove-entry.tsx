import { isNotFound, type StoreEntry } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog';
import { useConflict } from './use-conflict';

interface Props {
  storeId: string;
  entry: StoreEntry;
  onClose: () => void;
}

/** Asks before an entry is deleted, and again if it was changed since it was shown. */
export function RemoveEntry({ storeId, entry, onClose }: Props) {
  const { t } = useTranslation(['stores', 'common']);
  const client = useQueryClient();
  const { key } = entry;
  const [version, setVersion] = useState(entry.version);
  const { conflict, change } = useConflict(storeId);
  const remove = useMutation({
    mutationFn: async () => {
      const expected = conflict?.entry?.version ?? version;
      setVersion(expected);
      return change(key, expected, () => removeOrIgnore(storeId, key, expected));
    },
    onSuccess: async (isRemoved) => {
      await client.invalidateQueries({ queryKey: ['stores'] });
      if (!isRemoved) return;
      notifications.show({ message: t('removed', { key }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('removeTitle')}
      text={t(conflict ? 'removeChanged' : 'removeText', { key })}
      action={t('common:delete')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

/** An entry that has ended, or that another change deleted, needs no deletion. */
async function removeOrIgnore(storeId: string, key: string, ifVersion: number): Promise<void> {
  await drover.stores.removeEntry(storeId, key, { ifVersion }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}
