import type { Device, NotificationSettings } from '@drover/sdk';
import { Anchor, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceChooser } from '../../features/devices/device-chooser';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { SendMessage } from '../../features/messages/send-message';
import { NotificationDevices } from '../../features/notification-settings/notification-devices';
import { SendCommand } from '../../features/notification-settings/send-command';
import { deviceQueries } from '../../queries/devices';
import { notificationSettingsQueries } from '../../queries/notification-settings';
import { ForRole } from '../../roles/for-role';
import { RoleFieldset } from '../../roles/role-fieldset';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { PageHeader } from '../../ui/layout/page-header';
import { Section } from '../../ui/layout/section';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import classes from './notification-settings-page.module.css';

export function NotificationSettingsPage() {
  const { t } = useTranslation('notification-settings');
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ForRole role="operator">
            <SendMessage />
          </ForRole>
        }
      >
        {t('summary')}
      </PageHeader>
      <Stack gap="xl" className={classes.column}>
        <Section title={t('devices')}>
          <RoleFieldset role="editor">
            <Devices />
          </RoleFieldset>
        </Section>
        <Section title={t('fromPrograms')}>
          <Text size="sm" c="dimmed" mb="sm">
            {t('fromProgramsText')}{' '}
            <Anchor component={Link} to="/settings/tokens" underline="always">
              {t('toTokens')}
            </Anchor>
          </Text>
          <SendCommand token="hmp_…" />
        </Section>
      </Stack>
    </>
  );
}

function Devices() {
  const { t } = useTranslation('notification-settings');
  const [devices, settings] = useQueries({
    queries: [deviceQueries.list(), notificationSettingsQueries.current()],
  });
  const failed = [devices, settings].find(({ isError }) => isError);
  if (failed) return <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!devices.data || !settings.data) return <SkeletonRows rows={3} />;
  if (devices.data.count === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('devicesNone')}
      </Text>
    );
  }
  return <DeviceChoice devices={devices.data.items} start={settings.data} />;
}

function DeviceChoice({ devices, start }: { devices: Device[]; start: NotificationSettings }) {
  const { t } = useTranslation('device-choice');
  const choice = useDeviceChoice(devices, { deviceIds: start.devices, selector: start.selector });
  const isRule = choice.mode === 'rule' && !choice.isEmptyRule;
  const meant = new Set(isRule ? [...choice.chosen, ...choice.targets.map(({ _id }) => _id)] : choice.chosen);
  return (
    <NotificationDevices
      settings={{ devices: [...choice.chosen], ...(isRule && { selector: choice.selector }) }}
      devices={devices.filter(({ _id }) => meant.has(_id))}
    >
      <div>
        <DeviceChooser title={t('title')} devices={devices} choice={choice} />
      </div>
    </NotificationDevices>
  );
}
