import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Device, DeviceConnection } from '@drover/sdk';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatShortTime } from '../../lib/time';
import { deviceQueries } from '../../queries/devices';
import { useCurrentTime } from '../../ui/display/relative-time';
import { Section } from '../../ui/layout/section';
import { List } from '../../ui/lists/query-result';
import classes from './online-history.module.css';
import { getOnlinePeriods, getOnlineShare } from './online-periods';

const hourMs = 3_600_000;
const periods = { lastDay: 24 * hourMs, lastWeek: 7 * 24 * hourMs };
type PeriodName = keyof typeof periods;

/** Connections that are listed at first. */
const initialRows = 5;

/** Shows when a device was online, as a bar and as a table. */
export function OnlineHistory({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const query = useQuery(deviceQueries.connections(device));
  const [period, setPeriod] = useState<PeriodName>('lastDay');
  const empty = (
    <Text c="dimmed" size="sm">
      {t('onlineNever')}
    </Text>
  );
  return (
    <Section title={t('onlineHistory')}>
      <List query={query} rows={2} empty={empty}>
        {(connections) => (
          <div className={classes.card}>
            <SegmentedControl
              size="xs"
              aria-label={t('onlineHistory')}
              value={period}
              onChange={(value) => setPeriod(value as PeriodName)}
              data={Object.keys(periods).map((value) => ({
                value,
                label: t(`${value as PeriodName}`),
              }))}
            />
            <OnlineBar connections={connections} durationMs={periods[period]} addedAt={device.createdAt} />
            <ConnectionList connections={connections} />
          </div>
        )}
      </List>
    </Section>
  );
}

interface BarProps {
  connections: DeviceConnection[];
  durationMs: number;
  /** The time before is not counted. */
  addedAt: string;
}

function OnlineBar({ connections, durationMs, addedAt }: BarProps) {
  const { t, i18n } = useTranslation('devices');
  const clock = useCurrentTime();
  const added = Date.parse(addedAt);
  const end = Math.max(clock, added + 1);
  const period = { start: Math.max(end - durationMs, added), end };
  const since = formatShortTime(period.start, i18n.language);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const share = percent.format(getOnlineShare(connections, period));
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {getOnlinePeriods(connections, period).map(({ from, to }) => (
          <span key={from} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
        ))}
      </div>
      <Group justify="space-between" className={classes.scale} aria-hidden>
        <span>{since}</span>
        <span>{t('now')}</span>
      </Group>
      <Text size="sm" mt="xs">
        {t('onlineShare', { share, time: since })}
      </Text>
    </div>
  );
}

function ConnectionList({ connections }: { connections: DeviceConnection[] }) {
  const { t, i18n } = useTranslation('devices');
  const now = useCurrentTime();
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? connections : connections.slice(0, initialRows);
  return (
    <>
      <table className={classes.list}>
        <thead>
          <tr>
            <th scope="col">{t('onlineFrom')}</th>
            <th scope="col">{t('onlineUntil')}</th>
            <th scope="col">{t('onlineLength')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ _id, connectedAt, disconnectedAt }) => {
            const durationMs = (disconnectedAt ? Date.parse(disconnectedAt) : now) - Date.parse(connectedAt);
            return (
              <tr key={_id}>
                <td>{formatShortTime(connectedAt, i18n.language)}</td>
                <td>{disconnectedAt ? formatShortTime(disconnectedAt, i18n.language) : t('onlineNow')}</td>
                <td>{formatDuration(Math.max(durationMs, 0), i18n.language)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length < connections.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setExpanded(true)}>
          {t('onlineMore', { count: connections.length })}
        </Button>
      )}
    </>
  );
}
