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
  /** A group is not made of groups. */
  isForGroup?: boolean;
}

/** Names devices one by one, or says by what they are which are meant, each time anew. */
export function ChooseDevices({ title, devices, choice, isForGroup }: Props) {
  const { t } = useTranslation();
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
            { value: 'list', label: t('deviceChoice.rule.byList') },
            { value: 'rule', label: t('deviceChoice.rule.byRule') },
          ]}
        />
      </Group>
      {choice.mode === 'list' && devices.length === 0 && <Text size="sm">{t('deviceChoice.noDevices')}</Text>}
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
            {t('deviceChoice.rule.now', { count: choice.targets.length })}{' '}
            <Text span inherit c="dimmed">
              {namesOf(choice.targets)}
            </Text>
          </Text>
        </>
      )}
    </>
  );
}

/** Some of their names, so that a wrong rule shows. */
function namesOf(devices: Device[]): string {
  const names = devices.slice(0, 4).map(({ name }) => name);
  return [...names, ...(devices.length > names.length ? ['…'] : [])].join(', ');
}
