import type { StoreEntry } from '@drover/sdk';
import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { EditEntry } from './edit-entry';
import { EntryDetails } from './entry-details';
import { RemoveEntry } from './remove-entry';

/** The start of a value that a row shows: more would not fit. */
const shownChars = 200;

interface Props {
  storeId: string;
  entries: StoreEntry[];
}

/** The entries of a store. Each opens its value. */
export function EntryTable({ storeId, entries }: Props) {
  const { t } = useTranslation('stores');
  const [open, setOpen] = useState<{ dialog: 'details' | 'edit' | 'remove'; entry: StoreEntry }>();
  const close = () => setOpen(undefined);
  const columns = useColumns((entry) => setOpen({ dialog: 'details', entry }));
  return (
    <>
      <VirtualTable label={t('entries')} rows={entries} columns={columns} getKey={({ key }) => key} />
      {open?.dialog === 'details' && (
        <EntryDetails
          entry={open.entry}
          onEdit={() => setOpen({ ...open, dialog: 'edit' })}
          onRemove={() => setOpen({ ...open, dialog: 'remove' })}
          onClose={close}
        />
      )}
      {open?.dialog === 'edit' && <EditEntry storeId={storeId} entry={open.entry} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveEntry storeId={storeId} entry={open.entry} onClose={close} />}
    </>
  );
}

function useColumns(onOpen: (entry: StoreEntry) => void): Column<StoreEntry>[] {
  const { t } = useTranslation('stores');
  return [
    {
      key: 'key',
      header: t('key'),
      sort: 'ascending',
      width: 'minmax(0, 1.4fr)',
      cell: (entry) => (
        <UnstyledButton
          className={rowLinkClass}
          display="block"
          maw="100%"
          fz="sm"
          ff="monospace"
          style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' }}
          title={entry.key}
          aria-label={t('openEntry', { key: entry.key })}
          onClick={() => onOpen(entry)}
        >
          {entry.key}
        </UnstyledButton>
      ),
    },
    {
      key: 'value',
      header: t('value'),
      width: 'minmax(0, 2fr)',
      cell: ({ value }) => (
        <Text size="sm" ff="monospace" truncate>
          {JSON.stringify(value).slice(0, shownChars)}
        </Text>
      ),
    },
    {
      key: 'version',
      header: t('version'),
      width: 'minmax(4rem, 0.5fr)',
      isHiddenOnMobile: true,
      cell: ({ version }) => version,
    },
    {
      key: 'expires',
      header: t('expires'),
      width: 'minmax(5rem, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : t('never')),
    },
    {
      key: 'changed',
      header: t('changed'),
      width: 'minmax(5rem, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ];
}
