import { LIMITS } from '@drover/contract/limits';
import type { Device, DeviceGroup, DeviceSelector } from '@drover/sdk';
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { valuesOf } from './device-filter';
import { selectorOf } from './device-rule';
import classes from './rule-fields.module.css';

interface Props {
  devices: Device[];
  /** Left out where a group is not to be named: in a group. */
  groups?: DeviceGroup[];
  selector: DeviceSelector;
  onChange: (selector: DeviceSelector) => void;
}

/** Says by what they are which devices are meant. */
export function RuleFields({ devices, groups, selector, onChange }: Props) {
  const { t } = useTranslation();
  const change = (key: keyof DeviceSelector, value: unknown) =>
    onChange(selectorOf({ ...selector, [key]: value ?? undefined }));
  const choices = [
    ['tag', valuesOf(devices, ({ tags }) => tags[0])],
    ['brand', valuesOf(devices, ({ brand }) => brand)],
    ['model', valuesOf(devices, ({ model }) => model)],
    ['appVersion', valuesOf(devices, ({ appVersion }) => appVersion)],
  ] as const;
  return (
    <div className={classes.fields}>
      {groups && groups.length > 0 && (
        <Select
          label={t('deviceChoice.rule.group')}
          placeholder={t('deviceChoice.rule.any')}
          data={groups.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={selector.group ?? null}
          onChange={(group) => change('group', group)}
          searchable
          clearable
        />
      )}
      {choices.map(([key, values]) => (
        <Select
          key={key}
          label={t(`deviceChoice.rule.${key}`)}
          placeholder={t('deviceChoice.rule.any')}
          data={withChosen(values, selector[key])}
          value={selector[key] ?? null}
          onChange={(value) => change(key, value)}
          searchable
          clearable
        />
      ))}
      <Select
        label={t('deviceChoice.rule.online')}
        placeholder={t('deviceChoice.rule.any')}
        data={[
          { value: 'true', label: t('online') },
          { value: 'false', label: t('offline') },
        ]}
        value={selector.online === undefined ? null : String(selector.online)}
        onChange={(value) => change('online', value === null ? undefined : value === 'true')}
        clearable
      />
      <TextInput
        label={t('deviceChoice.rule.name')}
        placeholder={t('deviceChoice.rule.any')}
        maxLength={LIMITS.filterChars}
        value={selector.name ?? ''}
        onChange={(event) => change('name', event.currentTarget.value)}
      />
    </div>
  );
}

/** What no device has any more stays on the list as long as it is chosen. */
function withChosen(values: string[], chosen: string | undefined): string[] {
  return !chosen || values.includes(chosen) ? values : [...values, chosen];
}
