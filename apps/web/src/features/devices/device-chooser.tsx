import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Device } from '@drover/sdk';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DevicePicker } from './device-picker';
import { RuleFields } from './rule-fields';
import type { useDeviceChoice } from './use-device-choice';

interface Props {
  title: string;
  devices: Device[];
  choice: ReturnType<typeof useDeviceChoice>;
  /** Groups cannot contain groups. */
  isForGroup?: boolean;
}

/** Selects devices from a list, or by a rule that is evaluated for each run. */
export function DeviceChooser({ title, devices, choice, isForGroup }: Props) {
  const { t } = useTranslation('device-choice');
  return (
    <>
      <Group justify="space-between" mb={6}>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={title}
          value={choice.mode}
          onChange={choice.setMode}
          data={[
            { value: 'list', label: t('rule.byList') },
            { value: 'rule', label: t('rule.byRule') },
          ]}
        />
      </Group>
      {choice.mode === 'list' && devices.length === 0 && <Text size="sm">{t('noDevices')}</Text>}
      {choice.mode === 'list' && devices.length > 0 && (
        <DevicePicker devices={devices} chosen={choice.chosen} onChange={choice.setChosen} />
      )}
      {choice.mode === 'rule' && (
        <>
          <RuleFields
            devices={devices}
            groups={isForGroup ? undefined : choice.groups}
            selector={choice.selector}
            onChange={choice.setSelector}
          />
          <Text size="sm" mt="xs" role="status">
            {choice.isEmptyRule ? t('rule.empty') : t('rule.matches', { count: choice.targets.length })}{' '}
            <Text span inherit c="dimmed">
              {listNames(choice.targets)}
            </Text>
          </Text>
        </>
      )}
    </>
  );
}

/** Lists the first few names, so that the user notices a wrong rule. */
function listNames(devices: Device[]): string {
  const names = devices.slice(0, 4).map(({ name }) => name);
  return [...names, ...(devices.length > names.length ? ['…'] : [])].join(', ');
}
