import type { Device, NotificationSettings } from '@drover/sdk';
import { Anchor, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChooseDevices } from '../../features/devices/choose-devices';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { SendMessage } from '../../features/messages/send-message';
import { NotificationDevices } from '../../features/notification-settings/notification-devices';
import { SendCommand } from '../../features/notification-settings/send-command';
import { deviceQueries } from '../../queries/devices';
import { notificationSettingsQueries } from '../../queries/notification-settings';
import { Failure } from '../../ui/failure';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';
import { Section } from '../../ui/section';
import classes from './notification-settings-page.module.css';

export function NotificationSettingsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('notificationSettings.title')} actions={<SendMessage />}>
        {t('notificationSettings.summary')}
      </PageHeader>
      <Stack gap="xl" className={classes.column}>
        <Section title={t('notificationSettings.devices')}>
          <Devices />
        </Section>
        <Section title={t('notificationSettings.fromPrograms')}>
          <Text size="sm" c="dimmed" mb="sm">
            {t('notificationSettings.fromProgramsText')}{' '}
            <Anchor component={Link} to="/settings/tokens" underline="always">
              {t('notificationSettings.toTokens')}
            </Anchor>
          </Text>
          <SendCommand token="hmp_…" />
        </Section>
      </Stack>
    </>
  );
}

function Devices() {
  const { t } = useTranslation();
  const [devices, settings] = useQueries({
    queries: [deviceQueries.list(), notificationSettingsQueries.current()],
  });
  const failed = [devices, settings].find(({ isError }) => isError);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!devices.data || !settings.data) return <RowsLoading rows={3} />;
  if (devices.data.count === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('notificationSettings.devicesNone')}
      </Text>
    );
  }
  return <DeviceChoice devices={devices.data.items} start={settings.data} />;
}

function DeviceChoice({ devices, start }: { devices: Device[]; start: NotificationSettings }) {
  const { t } = useTranslation();
  const choice = useDeviceChoice(devices, { deviceIds: start.devices, selector: start.selector });
  const isRule = choice.mode === 'rule';
  const meant = new Set(isRule ? [...choice.chosen, ...choice.targets.map(({ _id }) => _id)] : choice.chosen);
  return (
    <NotificationDevices
      settings={{ devices: [...choice.chosen], ...(isRule && { selector: choice.selector }) }}
      devices={devices.filter(({ _id }) => meant.has(_id))}
    >
      <div>
        <ChooseDevices title={t('deviceChoice.on')} devices={devices} choice={choice} />
      </div>
    </NotificationDevices>
  );
}
