import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceQueries } from '../../queries/choices';
import { deviceQueries } from '../../queries/devices';
import { FilterSelect } from '../../ui/lists/filter-select';

interface Props {
  value: string;
  onChange: (deviceId: string) => void;
}

const typingPauseMs = 150;

/** A dropdown of devices, which the server searches: there may be ten thousand. */
export function DeviceSelect({ value, onChange }: Props) {
  const { t } = useTranslation('filters');
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search, typingPauseMs);
  const { data: chosen } = useQuery({ ...deviceQueries.detail(value), enabled: value !== '' });
  const { data: found = [] } = useQuery(choiceQueries.devices(text === chosen?.name ? '' : text));
  const others = found.filter((choice) => choice.value !== value);
  const choices = chosen && value ? [{ value, label: chosen.name }, ...others] : others;
  return (
    <FilterSelect
      isSearchable
      label={t('device')}
      choices={choices}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
    />
  );
}
