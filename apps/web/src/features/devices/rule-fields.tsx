import '@mantine/core/styles/Checkbox.css';
import { LIMITS } from '@drover/contract/limits';
import type { Device, DeviceGroup, DeviceSelector } from '@drover/sdk';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { getDistinctValues } from './device-filter';
import { buildSelector } from './device-rule';
import classes from './rule-fields.module.css';

interface Props {
  devices: Device[];
  /** Left out in the form of a group, which cannot contain groups. */
  groups?: DeviceGroup[];
  selector: DeviceSelector;
  onChange: (selector: DeviceSelector) => void;
}

/** The fields of a rule that selects devices by their properties. */
export function RuleFields({ devices, groups, selector, onChange }: Props) {
  const { t } = useTranslation(['device-choice', 'common']);
  const change = (key: keyof DeviceSelector, value: unknown) =>
    onChange(buildSelector({ ...selector, [key]: value ?? undefined }));
  const choices = [
    ['tag', getDistinctValues(devices, ({ tags }) => tags[0])],
    ['brand', getDistinctValues(devices, ({ brand }) => brand)],
    ['model', getDistinctValues(devices, ({ model }) => model)],
    ['appVersion', getDistinctValues(devices, ({ appVersion }) => appVersion)],
  ] as const;
  return (
    <div className={classes.fields}>
      <Checkbox
        className={classes.all}
        label={t('rule.everything')}
        checked={selector.all ?? false}
        onChange={(event) => onChange(event.currentTarget.checked ? { all: true } : {})}
      />
      {groups && groups.length > 0 && (
        <Select
          label={t('rule.group')}
          placeholder={t('rule.any')}
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
          label={t(`rule.${key}`)}
          placeholder={t('rule.any')}
          data={includeChosen(values, selector[key])}
          value={selector[key] ?? null}
          onChange={(value) => change(key, value)}
          searchable
          clearable
        />
      ))}
      <Select
        label={t('rule.online')}
        placeholder={t('rule.any')}
        data={[
          { value: 'true', label: t('common:online') },
          { value: 'false', label: t('common:offline') },
        ]}
        value={selector.online === undefined ? null : String(selector.online)}
        onChange={(value) => change('online', value === null ? undefined : value === 'true')}
        clearable
      />
      <TextInput
        label={t('rule.name')}
        placeholder={t('rule.any')}
        maxLength={LIMITS.filterChars}
        value={selector.name ?? ''}
        onChange={(event) => change('name', event.currentTarget.value)}
      />
    </div>
  );
}

/** Keeps a selected value in the list even if no device has it any more. */
function includeChosen(values: string[], chosen: string | undefined): string[] {
  return !chosen || values.includes(chosen) ? values : [...values, chosen];
}
