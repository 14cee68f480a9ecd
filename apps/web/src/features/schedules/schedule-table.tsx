import type { ScheduleSummary } from '@drover/sdk';
import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsNarrow } from '../../ui/layout/use-is-narrow';
import { RelativeTime } from '../../ui/display/relative-time';
import { aboveLinkClass, type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { NextTime } from './next-time';
import { Outcome } from './outcome';
import { PauseSwitch, RunNowButton } from './pause-switch';
import { RecentResults } from './recent-results';
import classes from './schedule-table.module.css';
import { ScriptLink } from './script-link';
import type { CountDevices } from './use-schedule-actions';
import { useWhenDescription } from './use-when-description';

interface Props {
  schedules: ScheduleSummary[];
  countDevices: CountDevices;
  renderMenu: (schedule: ScheduleSummary) => ReactNode;
}

export function ScheduleTable({ schedules, countDevices, renderMenu }: Props) {
  const { t } = useTranslation(['schedules', 'common']);
  const describeWhen = useWhenDescription();
  const isNarrow = useIsNarrow();
  const columns: Column<ScheduleSummary>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 1.4fr)',
      cell: (schedule) => <Name schedule={schedule} when={describeWhen(schedule.when)} />,
    },
    {
      key: 'next',
      header: t('next'),
      width: 'minmax(7.75rem, 0.8fr)',
      cell: (schedule) => <Next schedule={schedule} />,
    },
    {
      key: 'last',
      header: t('last'),
      width: 'minmax(0, 1.4fr)',
      isHiddenOnMobile: true,
      cell: (schedule) => <Last schedule={schedule} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '5rem',
      cell: (schedule) => (
        <Group justify="flex-end" gap={4} wrap="nowrap" className={aboveLinkClass}>
          <RunNowButton schedule={schedule} countDevices={countDevices} />
          {renderMenu(schedule)}
        </Group>
      ),
    },
  ];
  return (
    <VirtualTable
      label={t('title')}
      rows={schedules}
      columns={columns}
      getKey={({ _id }) => _id}
      rowHeight={isNarrow ? 104 : 76}
    />
  );
}

interface CellProps {
  schedule: ScheduleSummary;
}

/** The name of a schedule, when it is due, and what it runs. */
function Name({ schedule, when }: CellProps & { when: string }) {
  return (
    <>
      <Link to={`/schedules/${schedule._id}`} className={rowLinkClass}>
        {schedule.name}
      </Link>
      <Text size="xs" c="dimmed" truncate title={schedule.when.cron}>
        {when}
      </Text>
      <Text size="xs" truncate>
        <ScriptLink {...schedule} />
      </Text>
    </>
  );
}

/** When a schedule is due next, with the switch that pauses it. Narrow screens show its last results here. */
function Next({ schedule }: CellProps) {
  return (
    <Stack gap={6}>
      <Group gap="xs" wrap="nowrap">
        <span className={aboveLinkClass}>
          <PauseSwitch schedule={schedule} />
        </span>
        <NextTime schedule={schedule} />
      </Group>
      <div className={classes.narrow}>
        {schedule.last && <Outcome occurrence={{ ...schedule.last, reason: null }} />}
        <RecentResults recent={schedule.recent} />
      </div>
    </Stack>
  );
}

/** The last result of a schedule and the ones before. */
function Last({ schedule: { last, recent } }: CellProps) {
  const { t } = useTranslation('schedules');
  if (!last) return t('never');
  const time = (
    <Text span size="xs" c="dimmed">
      <RelativeTime at={last.startedAt ?? last.dueAt} />
    </Text>
  );
  return (
    <Stack gap={6}>
      <Outcome occurrence={last} time={time} />
      <RecentResults recent={recent} />
    </Stack>
  );
}
