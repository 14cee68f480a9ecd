import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Device, DeviceGroup } from '@drover/sdk';
import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../ui/search-input';
import { valuesOf, type DeviceView } from './device-filter';
import classes from './device-filters.module.css';

interface Props {
  devices: Device[];
  groups: DeviceGroup[];
  view: DeviceView;
  onChange: (change: Partial<DeviceView>) => void;
}

/** Search and filters. A filter with nothing to tell apart is not offered. */
export function DeviceFilters({ devices, groups, view, onChange }: Props) {
  const { t } = useTranslation();
  const choices = [
    { key: 'tag', any: 'anyTag', values: valuesOf(devices, ({ tags }) => tags[0]), least: 1 },
    { key: 'brand', any: 'anyBrand', values: valuesOf(devices, ({ brand }) => brand), least: 2 },
    {
      key: 'version',
      any: 'anyVersion',
      values: valuesOf(devices, ({ appVersion }) => appVersion),
      least: 2,
    },
  ] as const;
  return (
    <div className={classes.bar}>
      <SearchInput
        className={classes.search}
        label={t('devices.search')}
        placeholder={t('devices.searchPlaceholder')}
        value={view.search}
        onChange={(search) => onChange({ search })}
      />
      <SegmentedControl
        value={view.state}
        onChange={(state) => onChange({ state: state })}
        data={[
          { value: 'all', label: t('devices.all') },
          { value: 'online', label: t('online') },
          { value: 'offline', label: t('offline') },
        ]}
      />
      {groups.length > 0 && (
        <Select
          className={classes.select}
          aria-label={t('devices.group')}
          placeholder={t('devices.anyGroup')}
          data={groups.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={view.group || null}
          onChange={(group) => onChange({ group: group ?? '' })}
          clearable
          clearButtonProps={{ 'aria-label': t('devices.clear') }}
        />
      )}
      {choices.map(
        ({ key, any, values, least }) =>
          (values.length >= least || view[key] !== '') && (
            <Select
              key={key}
              className={classes.select}
              aria-label={t(`devices.${key}`)}
              placeholder={t(`devices.${any}`)}
              data={view[key] && !values.includes(view[key]) ? [...values, view[key]] : values}
              value={view[key] || null}
              onChange={(value) => onChange({ [key]: value ?? '' })}
              clearable
              clearButtonProps={{ 'aria-label': t('devices.clear') }}
            />
          ),
      )}
    </div>
  );
}
