import '@mantine/core/styles/Code.css';
import { hasEnded, openRunStates, type Device } from '@drover/sdk';
import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { DeviceMenu } from '../../features/devices/device-menu';
import { DeviceTags, LastSeen } from '../../features/devices/device-table';
import { OnlineHistory } from '../../features/devices/online-history';
import { JobName } from '../../features/jobs/job-name';
import { RUN_STATES } from '../../features/runs/run-state-badge';
import { type RunSubject, RunTable } from '../../features/runs/run-table';
import { deviceQueries } from '../../queries/devices';
import { runQueries } from '../../queries/runs';
import { CopyIconButton } from '../../ui/display/copy';
import { OnlineDot } from '../../ui/display/online-dot';
import { RelativeTime } from '../../ui/display/relative-time';
import { DescriptionList } from '../../ui/layout/description-list';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Section } from '../../ui/layout/section';
import { QueryResult } from '../../ui/lists/query-result';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';

const scriptSubject: RunSubject = {
  header: 'script',
  cell: ({ jobId }) => <JobName jobId={jobId} />,
  time: 'createdAt',
};

const maxRuns = 200;
const endedStates = RUN_STATES.filter(hasEnded);

export function DevicePage() {
  const { deviceId = '' } = useParams();
  const device = useQuery(deviceQueries.detail(deviceId));
  if (device.isError) return <PageError error={device.error} onRetry={() => void device.refetch()} />;
  if (!device.data) return <SkeletonRows />;
  return <DeviceDetails device={device.data} />;
}

function DeviceDetails({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
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
          <CopyIconButton value={device._id} />
        </Group>
      </PageHeader>
      <Stack gap="xl">
        <DescriptionList
          items={[
            [t('model'), `${device.brand} ${device.model}`],
            [t('platform'), device.platform],
            [t('isolation'), device.isolation || t('unknown')],
            [t('version'), device.appVersion],
            [t('lastSeen'), <LastSeen key="seen" device={device} />],
            [t('added'), <RelativeTime key="added" at={device.createdAt} />],
          ]}
        />
        <DeviceRuns deviceId={device._id} isOver={false} />
        <OnlineHistory device={device} />
        <DeviceRuns deviceId={device._id} isOver />
      </Stack>
    </>
  );
}

/** The newest runs of a device, either active or ended. */
function DeviceRuns({ deviceId, isOver }: { deviceId: string; isOver: boolean }) {
  const { t } = useTranslation('devices');
  const state = isOver ? endedStates : openRunStates;
  const query = useQuery(runQueries.list({ deviceId, state, limit: maxRuns }));
  const title = isOver ? t('history') : t('running');
  return (
    <Section title={title}>
      <QueryResult query={query} rows={2}>
        {({ items }) =>
          items.length > 0 ? (
            <RunTable runs={items} label={title} subject={scriptSubject} />
          ) : (
            <Text c="dimmed" size="sm">
              {isOver ? t('historyNone') : t('runningNone')}
            </Text>
          )
        }
      </QueryResult>
    </Section>
  );
}
