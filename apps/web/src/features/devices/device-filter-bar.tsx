import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Device, DeviceGroup } from '@drover/sdk';
import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../ui/lists/search-input';
import { type DeviceFilter, getDistinctValues } from './device-filter';
import classes from './device-filter-bar.module.css';
import { SavedFilters } from './saved-filters';

interface Props {
  devices: Device[];
  groups: DeviceGroup[];
  filter: DeviceFilter;
  onChange: (change: Partial<DeviceFilter>) => void;
}

/** Search and filters for devices. A filter with a single choice is hidden. */
export function DeviceFilterBar({ devices, groups, filter, onChange }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  return (
    <div className={classes.bar}>
      <SearchInput
        className={classes.search}
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <SegmentedControl
        value={filter.state}
        onChange={(state) => onChange({ state: state })}
        data={[
          { value: 'all', label: t('all') },
          { value: 'online', label: t('common:online') },
          { value: 'offline', label: t('common:offline') },
        ]}
      />
      {groups.length > 0 && (
        <Select
          className={classes.select}
          aria-label={t('group')}
          placeholder={t('anyGroup')}
          data={groups.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={filter.group || null}
          onChange={(group) => onChange({ group: group ?? '' })}
          clearable
          clearButtonProps={{ 'aria-label': t('clear') }}
        />
      )}
      {getSelectFilters(devices).map(
        ({ key, placeholder, values, minValues }) =>
          (values.length >= minValues || filter[key] !== '') && (
            <Select
              key={key}
              className={classes.select}
              aria-label={t(`${key}`)}
              placeholder={t(`${placeholder}`)}
              data={filter[key] && !values.includes(filter[key]) ? [...values, filter[key]] : values}
              value={filter[key] || null}
              onChange={(value) => onChange({ [key]: value ?? '' })}
              clearable
              clearButtonProps={{ 'aria-label': t('clear') }}
            />
          ),
      )}
      <SavedFilters />
    </div>
  );
}

/** The filters that are dropdowns, with the number of values from which on they are shown. */
function getSelectFilters(devices: Device[]) {
  return [
    {
      key: 'tag',
      placeholder: 'anyTag',
      values: getDistinctValues(devices, ({ tags }) => tags[0]),
      minValues: 1,
    },
    {
      key: 'brand',
      placeholder: 'anyBrand',
      values: getDistinctValues(devices, ({ brand }) => brand),
      minValues: 2,
    },
    {
      key: 'version',
      placeholder: 'anyVersion',
      values: getDistinctValues(devices, ({ appVersion }) => appVersion),
      minValues: 2,
    },
  ] as const;
}
