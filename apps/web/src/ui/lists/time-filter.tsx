import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TIME_RANGES, toLocalInputValue, type TimeRange } from '../../lib/time-range';
import { FilterSelect } from './filter-select';

interface Props {
  value: TimeRange;
  onChange: (value: TimeRange) => void;
}

const custom = 'custom' as const;

/** A choice of a time range up to now, or between two times. */
export function TimeFilter({ value, onChange }: Props) {
  const { t } = useTranslation('filters');
  const isNamed = TIME_RANGES.some((range) => range === value.after);
  const hasTimes = !isNamed && (value.after !== '' || value.before !== '');
  const [isCustom, setCustom] = useState(hasTimes);
  const choose = (range: string) => {
    setCustom(range === custom);
    if (range !== custom) onChange({ after: range, before: '' });
    else if (isNamed) onChange({ after: '', before: '' });
  };
  const bound = (name: keyof TimeRange) => (
    <TextInput
      type="datetime-local"
      label={t(`time.${name}`)}
      value={toLocalInputValue(value[name])}
      onChange={({ currentTarget }) =>
        onChange({ ...value, [name]: currentTarget.value && new Date(currentTarget.value).toISOString() })
      }
    />
  );
  return (
    <>
      <FilterSelect
        label={t('time.label')}
        choices={[...TIME_RANGES, custom].map((range) => ({ value: range, label: t(`time.${range}`) }))}
        value={isCustom || hasTimes ? custom : value.after}
        onChange={choose}
      />
      {(isCustom || hasTimes) && (
        <>
          {bound('after')}
          {bound('before')}
        </>
      )}
    </>
  );
}
