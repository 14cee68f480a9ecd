import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { LIMITS } from '@drover/contract/limits';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deviceGroupQueries } from '../../queries/device-groups';

interface Props {
  value: string[];
  onChange: (groups: string[]) => void;
}

/** Chooses the device groups that a viewer or an operator is bound to. */
export function GroupSelect({ value, onChange }: Props) {
  const { t } = useTranslation('members');
  const { data: groups } = useQuery(deviceGroupQueries.list());
  return (
    <MultiSelect
      label={t('groups')}
      description={t('groupsHelp')}
      placeholder={value.length === 0 ? t('allDevices') : undefined}
      data={groups?.items.map(({ _id, name }) => ({ value: _id, label: name })) ?? []}
      maxValues={LIMITS.roleGroups}
      searchable
      clearable
      value={value}
      onChange={onChange}
    />
  );
}
