import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { localTimeZone } from '../../lib/time';

interface Props {
  label: string;
  value: string;
  onChange: (zone: string) => void;
}

/** A choice of a time zone. That of the browser comes first. */
export function ZoneSelect({ label, value, onChange }: Props) {
  const zones = useMemo(
    () => [...new Set([localTimeZone, 'UTC', value, ...Intl.supportedValuesOf('timeZone')])],
    [value],
  );
  return (
    <Select
      label={label}
      data={zones}
      limit={100}
      value={value}
      onChange={(zone) => onChange(zone ?? localTimeZone)}
      searchable
      allowDeselect={false}
    />
  );
}
