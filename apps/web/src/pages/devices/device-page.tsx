import '@mantine/core/styles/Code.css';
import type { Device } from '@drover/sdk';
import { Code, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DeviceFacts } from '../../features/devices/device-facts';
import { DeviceMenu } from '../../features/devices/device-menu';
import { OpenRuns, RunHistory } from './device-runs';
import { DeviceTags } from '../../features/devices/device-table';
import { OnlineHistory } from '../../features/devices/online-history';
import { deviceQueries } from '../../queries/devices';
import { CopyIconButton } from '../../ui/display/copy';
import { OnlineDot } from '../../ui/display/online-dot';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Sections } from '../../ui/layout/sections';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { RunOnDevicesButton } from '../jobs/run-on-devices-button';
import { UpdateAgents } from './update-agents';

export function DevicePage() {
  const { deviceId = '' } = useParams();
  const device = useQuery(deviceQueries.detail(deviceId));
  if (device.isError) return <PageError error={device.error} onRetry={() => void device.refetch()} />;
  if (!device.data) return <SkeletonRows />;
  return <DeviceDetails device={device.data} />;
}

function DeviceDetails({ device }: { device: Device }) {
  const navigate = useNavigate();
  const [isUpdating, setIsUpdating] = useState(false);
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
        actions={
          <>
            <RunOnDevicesButton deviceIds={[device._id]} />
            <DeviceMenu
              device={device}
              onUpdate={() => setIsUpdating(true)}
              onRemoved={() => void navigate('/devices')}
            />
          </>
        }
      >
        <Group gap={4} component="span">
          <Code>{device._id}</Code>
          <CopyIconButton value={device._id} />
        </Group>
      </PageHeader>
      {isUpdating && <UpdateAgents devices={[device]} onClose={() => setIsUpdating(false)} />}
      <Sections>
        <DeviceFacts device={device} />
        <OpenRuns deviceId={device._id} />
        <RunHistory deviceId={device._id} />
        <OnlineHistory device={device} />
      </Sections>
    </>
  );
}
