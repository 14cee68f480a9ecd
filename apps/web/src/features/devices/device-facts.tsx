import { isOutdated } from '@drover/contract/app-version';
import type { Device, DeviceFacts as Facts } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes';
import { deviceQueries } from '../../queries/devices';
import { RelativeTime } from '../../ui/display/relative-time';
import { DescriptionList } from '../../ui/layout/description-list';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { AgentVersion } from './agent-version';
import { LastSeen } from './device-table';

/** What is known about a device. What it did not report is left out. */
export function DeviceFacts({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const { data, isPending } = useQuery(deviceQueries.facts(device));
  const reported = useReported(data);
  if (isPending) return <SkeletonRows rows={3} />;
  return (
    <DescriptionList
      items={[
        [t('model'), `${device.brand} ${device.model}`],
        [t('platform'), device.platform],
        ...reported,
        [t('isolation'), device.isolation || t('unknown')],
        [
          t('version'),
          <AgentVersion key="version" version={device.appVersion} isOutdated={isOutdated(device)} />,
        ],
        [t('lastSeen'), <LastSeen key="seen" device={device} />],
        [t('added'), <RelativeTime key="added" at={device.createdAt} />],
      ]}
    />
  );
}

function useReported(facts: Facts | undefined): [name: string, value: ReactNode][] {
  const { t, i18n } = useTranslation('devices');
  if (!facts?.reportedAt) return [];
  const size = (bytes: number) => formatBytes(bytes, i18n.language);
  const space = (total?: number, free?: number) =>
    total === undefined
      ? ''
      : free === undefined
        ? size(total)
        : t('space', { total: size(total), free: size(free) });
  const { os = '', osVersion = '', cpu, cores, batteryPercent, isCharging } = facts;
  const battery = { percent: batteryPercent };
  const all: [string, ReactNode][] = [
    [
      t('agentVersion'),
      facts.agentVersion && (
        <AgentVersion key="agent" version={facts.agentVersion} isOutdated={facts.isOutdated} />
      ),
    ],
    [t('system'), asReported(`${os} ${osVersion}`.trim())],
    [t('architecture'), asReported(facts.architecture)],
    [t('hostname'), asReported(facts.hostname)],
    [t('addresses'), asReported(facts.addresses?.join(', '))],
    [t('processor'), asReported(cpu)],
    [t('coreCount'), cores],
    [t('memory'), space(facts.memoryBytes, facts.freeMemoryBytes)],
    [t('disk'), space(facts.diskBytes, facts.freeDiskBytes)],
    [
      t('battery'),
      batteryPercent === undefined ? '' : t(isCharging ? 'batteryCharging' : 'batteryCharge', battery),
    ],
    [t('reported'), <RelativeTime key="reported" at={facts.reportedAt} />],
  ];
  return all.filter(([, value]) => Boolean(value));
}

/** Text of the device, which is the same in every language. */
function asReported(text: string | undefined): ReactNode {
  return text && <span translate="no">{text}</span>;
}
