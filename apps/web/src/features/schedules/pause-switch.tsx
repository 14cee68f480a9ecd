import '@mantine/core/styles/Switch.css';
import type { ScheduleSummary } from '@drover/sdk';
import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ForRole } from '../../roles/for-role';
import { useHasRole } from '../../roles/use-has-role';
import { PlayIcon } from '../../ui/display/icons';
import { usePause, useRunNow, type CountDevices } from './use-schedule-actions';

/** Pauses and resumes a schedule. */
export function PauseSwitch({ schedule }: { schedule: ScheduleSummary }) {
  const { t } = useTranslation('schedules');
  const hasRole = useHasRole();
  const pause = usePause(schedule);
  return (
    <Switch
      size="sm"
      aria-label={t('active', { name: schedule.name })}
      checked={schedule.isPaused === pause.isPending}
      disabled={pause.isPending || !hasRole('editor')}
      onChange={() => pause.mutate()}
    />
  );
}

interface RunNowProps {
  schedule: ScheduleSummary;
  countDevices: CountDevices;
}

/** Runs a schedule now, and opens the job. */
export function RunNowButton({ schedule, countDevices }: RunNowProps) {
  const { t } = useTranslation('schedules');
  const run = useRunNow(schedule, countDevices);
  return (
    <ForRole role="operator">
      <Tooltip label={t('runNow')}>
        <ActionIcon
          variant="subtle"
          aria-label={t('runNamedNow', { name: schedule.name })}
          loading={run.isPending}
          disabled={schedule.problem !== null}
          onClick={run.start}
        >
          <PlayIcon size={16} />
        </ActionIcon>
      </Tooltip>
      {run.dialog}
    </ForRole>
  );
}
