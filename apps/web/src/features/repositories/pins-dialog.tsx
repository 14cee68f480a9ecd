import { LIMITS } from '@drover/contract/limits';
import type { DeviceGroup, Repository, RepositoryPin } from '@drover/sdk';
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { repositoryQueries } from '../../queries/repositories';
import { PlusIcon } from '../../ui/display/icons';
import { FormDialog } from '../../ui/forms/form-dialog';
import { RemoveButton } from '../../ui/lists/remove-button';

interface Props {
  repository: Repository;
  groups: DeviceGroup[];
  onClose: () => void;
}

/** The pin of a row, with a key that stays the same while it is edited. */
type Row = RepositoryPin & { key: number };

/** Changes the pins of a repository. */
export function PinsDialog({ repository: { _id, pins }, groups, onClose }: Props) {
  const { t } = useTranslation('repositories');
  const client = useQueryClient();
  const [rows, setRows] = useState<Row[]>(() =>
    (pins.length > 0 ? pins : [{ ref: '', groupId: '' }]).map(({ ref, groupId }, key) => ({
      ...{ key, ref, groupId },
    })),
  );
  const saving = useMutation({
    mutationFn: () => {
      const changed = rows.map(({ ref, groupId }) => ({ ref: ref.trim(), groupId }));
      return drover.repositories.update(_id, { pins: changed });
    },
    onSuccess: () => {
      void client.invalidateQueries(repositoryQueries.detail(_id));
      onClose();
    },
  });
  const change = (key: number, fields: Partial<RepositoryPin>) =>
    setRows((current) => current.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const add = () =>
    setRows((current) => [
      ...current,
      { key: Math.max(-1, ...current.map(({ key }) => key)) + 1, ref: '', groupId: '' },
    ]);
  const isValid = rows.every(({ ref, groupId }) => ref.trim() !== '' && groupId !== '');
  return (
    <FormDialog
      title={t('editPins')}
      action={t('save')}
      size="lg"
      isValid={isValid}
      mutation={saving}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('pinOrder')}
      </Text>
      {rows.map(({ key, ref, groupId }) => (
        <Group key={key} align="end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('ref')}
            value={ref}
            maxLength={LIMITS.repositoryRefChars}
            onChange={({ currentTarget: { value } }) => change(key, { ref: value })}
          />
          <Select
            flex={1}
            label={t('pinGroup')}
            data={choicesOf(groups, rows, key)}
            value={groupId || null}
            searchable
            onChange={(value) => change(key, { groupId: value ?? '' })}
          />
          <RemoveButton
            label={t('removePin')}
            onClick={() => setRows((current) => current.filter((row) => row.key !== key))}
          />
        </Group>
      ))}
      {rows.length < LIMITS.repositoryPins && (
        <Button variant="subtle" size="xs" leftSection={<PlusIcon size={14} />} onClick={add}>
          {t('addPin')}
        </Button>
      )}
    </FormDialog>
  );
}

/** The groups that no other row has. */
function choicesOf(groups: DeviceGroup[], rows: Row[], key: number) {
  const taken = new Set(rows.flatMap((row) => (row.key === key ? [] : [row.groupId])));
  return groups.filter(({ _id }) => !taken.has(_id)).map(({ _id, name }) => ({ value: _id, label: name }));
}
