import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Device, DeviceConnection } from '@drover/sdk';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { duration, shortTime } from '../../lib/time';
import { deviceQueries } from '../../queries/devices';
import { List } from '../../ui/loaded';
import { useClock } from '../../ui/relative-time';
import { Section } from '../../ui/section';
import classes from './online-history.module.css';
import { onlineShare, onlineStretches } from './online-times';

const hourMs = 3_600_000;
const periods = { lastDay: 24 * hourMs, lastWeek: 7 * 24 * hourMs };
type PeriodName = keyof typeof periods;

/** Connections that are listed before more are asked for. */
const firstRows = 5;

/** When a device was online: as a bar, and in figures. */
export function OnlineHistory({ device }: { device: Device }) {
  const { t } = useTranslation();
  const query = useQuery(deviceQueries.connections(device));
  const [period, setPeriod] = useState<PeriodName>('lastDay');
  const never = (
    <Text c="dimmed" size="sm">
      {t('devices.onlineNever')}
    </Text>
  );
  return (
    <Section title={t('devices.onlineHistory')}>
      <List query={query} rows={2} empty={never}>
        {(connections) => (
          <div className={classes.card}>
            <SegmentedControl
              size="xs"
              aria-label={t('devices.onlineHistory')}
              value={period}
              onChange={(value) => setPeriod(value as PeriodName)}
              data={Object.keys(periods).map((value) => ({
                value,
                label: t(`devices.${value as PeriodName}`),
              }))}
            />
            <OnlineBar connections={connections} lengthMs={periods[period]} addedAt={device.createdAt} />
            <ConnectionList connections={connections} />
          </div>
        )}
      </List>
    </Section>
  );
}

interface BarProps {
  connections: DeviceConnection[];
  lengthMs: number;
  /** What was before is not counted. */
  addedAt: string;
}

function OnlineBar({ connections, lengthMs, addedAt }: BarProps) {
  const { t, i18n } = useTranslation();
  const clock = useClock();
  const added = Date.parse(addedAt);
  const end = Math.max(clock, added + 1);
  const period = { start: Math.max(end - lengthMs, added), end };
  const since = shortTime(period.start, i18n.language);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const share = percent.format(onlineShare(connections, period));
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {onlineStretches(connections, period).map(({ from, to }) => (
          <span key={from} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
        ))}
      </div>
      <Group justify="space-between" className={classes.scale} aria-hidden>
        <span>{since}</span>
        <span>{t('devices.now')}</span>
      </Group>
      <Text size="sm" mt="xs">
        {t('devices.onlineShare', { share, time: since })}
      </Text>
    </div>
  );
}

function ConnectionList({ connections }: { connections: DeviceConnection[] }) {
  const { t, i18n } = useTranslation();
  const now = useClock();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? connections : connections.slice(0, firstRows);
  return (
    <>
      <table className={classes.list}>
        <thead>
          <tr>
            <th scope="col">{t('devices.onlineFrom')}</th>
            <th scope="col">{t('devices.onlineUntil')}</th>
            <th scope="col">{t('devices.onlineLength')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ _id, connectedAt, disconnectedAt }) => {
            const lengthMs = (disconnectedAt ? Date.parse(disconnectedAt) : now) - Date.parse(connectedAt);
            return (
              <tr key={_id}>
                <td>{shortTime(connectedAt, i18n.language)}</td>
                <td>{disconnectedAt ? shortTime(disconnectedAt, i18n.language) : t('devices.onlineNow')}</td>
                <td>{duration(Math.max(lengthMs, 0), i18n.language)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length < connections.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          {t('devices.onlineMore', { count: connections.length })}
        </Button>
      )}
    </>
  );
}
