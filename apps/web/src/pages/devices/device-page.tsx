import '@mantine/core/styles/Code.css';
import { hasEnded, type Device } from '@drover/sdk';
import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { DeviceMenu } from '../../features/devices/device-menu';
import { DeviceTags, LastSeen } from '../../features/devices/device-table';
import { OnlineHistory } from '../../features/devices/online-history';
import { JobName } from '../../features/jobs/job-facts';
import { RunTable, type RunSubject } from '../../features/runs/run-table';
import { deviceQueries } from '../../queries/devices';
import { runQueries } from '../../queries/runs';
import { Copy } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { OnlineDot } from '../../ui/online-dot';
import { PageFailure } from '../../ui/page-failure';
import { PageHeader } from '../../ui/page-header';
import { RelativeTime } from '../../ui/relative-time';
import { RowsLoading } from '../../ui/rows-loading';
import { Section } from '../../ui/section';

const ofScripts: RunSubject = {
  header: 'script',
  cell: ({ jobId }) => <JobName jobId={jobId} />,
  time: 'createdAt',
};

/** Runs of a device that its page shows. */
const historyRuns = 200;

export function DevicePage() {
  const { deviceId = '' } = useParams();
  const device = useQuery(deviceQueries.detail(deviceId));
  if (device.isError) return <PageFailure error={device.error} onRetry={() => void device.refetch()} />;
  if (!device.data) return <RowsLoading />;
  return <DeviceDetails device={device.data} />;
}

function DeviceDetails({ device }: { device: Device }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        tabTitle={device.name}
        title={
          <Group gap="sm" component="span">
            <OnlineDot isOnline={device.online} />
            {device.name}
            <DeviceTags tags={device.tags} />
          </Group>
        }
        actions={<DeviceMenu device={device} onRemoved={() => void navigate('/devices')} />}
      >
        <Group gap={4} component="span">
          <Code>{device._id}</Code>
          <Copy value={device._id} />
        </Group>
      </PageHeader>
      <Stack gap="xl">
        <Facts
          facts={[
            [t('devices.machine'), `${device.brand} ${device.model}`],
            [t('devices.platform'), device.platform],
            [t('devices.version'), device.appVersion],
            [t('devices.lastSeen'), <LastSeen key="seen" device={device} />],
            [t('devices.added'), <RelativeTime key="added" at={device.createdAt} />],
          ]}
        />
        <DeviceRuns deviceId={device._id} isOver={false} />
        <OnlineHistory device={device} />
        <DeviceRuns deviceId={device._id} isOver />
      </Stack>
    </>
  );
}

/** Its newest runs: those that go on, or those that have ended. */
function DeviceRuns({ deviceId, isOver }: { deviceId: string; isOver: boolean }) {
  const { t } = useTranslation();
  const query = useQuery(runQueries.list({ deviceId, limit: historyRuns }));
  const title = isOver ? t('devices.history') : t('devices.running');
  return (
    <Section title={title}>
      <Loaded query={query} rows={2}>
        {({ items }) => {
          const runs = items.filter(({ state }) => hasEnded(state) === isOver);
          if (runs.length > 0) return <RunTable runs={runs} label={title} subject={ofScripts} />;
          return (
            <Text c="dimmed" size="sm">
              {isOver ? t('devices.historyNone') : t('devices.runningNone')}
            </Text>
          );
        }}
      </Loaded>
    </Section>
  );
}
