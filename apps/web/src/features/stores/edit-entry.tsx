import { LIMITS } from '@drover/contract/limits';
import type { StoreEntry } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { CountedInput } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { findProblem, isKey, readValue, toInput } from './entry-input';
import { ConflictNotice } from './conflict-notice';
import { ExpiryField, readExpiry, unchanged } from './expiry-field';
import { useConflict } from './use-conflict';
import { ValueField } from './value-field';

export function CreateEntry({ storeId }: { storeId: string }) {
  const { t } = useTranslation('stores');
  return (
    <DialogButton label={t('create')}>
      {(close) => <EditEntry storeId={storeId} onClose={close} />}
    </DialogButton>
  );
}

interface Props {
  storeId: string;
  /** Undefined for a new entry. */
  entry?: StoreEntry;
  onClose: () => void;
}

/** A dialog that creates an entry or changes one. It never overwrites a change that it has not shown. */
export function EditEntry({ storeId, entry, onClose }: Props) {
  const { t } = useTranslation(['stores', 'common']);
  const client = useQueryClient();
  const [key, setKey] = useState(entry?.key ?? '');
  const [input, setInput] = useState(toInput(entry ? entry.value : ''));
  const [current, setCurrent] = useState<StoreEntry | undefined>(entry);
  const [expiry, setExpiry] = useState(entry?.expiresAt ? unchanged : '');
  const { conflict, change, clear } = useConflict(storeId);
  const save = useMutation({
    mutationFn: () => {
      const ifVersion = current?.version ?? 0;
      const update = { value: readValue(input), ifVersion, ...readExpiry(expiry, current) };
      return change(key, ifVersion, () => drover.stores.updateEntry(storeId, key, update));
    },
    onSuccess: async (isSaved) => {
      await client.invalidateQueries({ queryKey: ['stores'] });
      if (!isSaved) return;
      notifications.show({ message: t('saved', { key }) });
      onClose();
    },
  });
  /** Continues from the entry as it is now: the next save replaces it. */
  const acceptVersion = (latest: StoreEntry | null) => {
    setCurrent(latest ?? undefined);
    if (expiry === unchanged && !latest?.expiresAt) setExpiry('');
    clear();
  };
  return (
    <FormDialog
      title={t(entry ? 'editTitle' : 'create')}
      action={t('common:save')}
      size="lg"
      isValid={isKey(key) && !findProblem(input) && !conflict}
      mutation={save}
      onClose={onClose}
    >
      <CountedInput
        label={t('key')}
        placeholder="lock:printer"
        limit={LIMITS.storeKeyChars}
        value={key}
        onChange={setKey}
        readOnly={Boolean(entry)}
        error={['.', '..'].includes(key) && t('keyWrong')}
        styles={{ input: { fontFamily: 'var(--font-mono)' } }}
        data-autofocus={!entry || undefined}
      />
      <ValueField input={input} onChange={setInput} hasFocus={Boolean(entry)} />
      <ExpiryField value={expiry} current={current} onChange={setExpiry} />
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          onKeep={() => acceptVersion(conflict.entry)}
          onTake={(latest) => {
            setInput(toInput(latest.value));
            setExpiry(latest.expiresAt ? unchanged : '');
            setCurrent(latest);
            clear();
          }}
        />
      )}
    </FormDialog>
  );
}
