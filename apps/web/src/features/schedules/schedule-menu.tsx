import type { ScheduleSummary } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { useHasRole } from '../../roles/use-has-role';
import { EditIcon, JobIcon, PauseIcon, PlayIcon } from '../../ui/display/icons';
import { RecordMenu } from '../../ui/lists/record-menu';
import { usePause, useRunNow, type CountDevices } from './use-schedule-actions';

interface Props {
  schedule: ScheduleSummary;
  countDevices: CountDevices;
  onEdit: () => void;
}

export function ScheduleMenu({ schedule, countDevices, onEdit }: Props) {
  const { t } = useTranslation('schedules');
  const hasRole = useHasRole();
  const client = useQueryClient();
  const navigate = useNavigate();
  const run = useRunNow(schedule, countDevices);
  const pause = usePause(schedule);
  const { _id, name, isPaused } = schedule;
  return (
    <>
      <RecordMenu
        label={t('actions', { name })}
        items={[
          hasRole('operator') && { label: t('runNow'), Icon: PlayIcon, onClick: run.start },
          hasRole('editor') && {
            label: isPaused ? t('resume') : t('pause'),
            Icon: PauseIcon,
            onClick: () => pause.mutate(),
          },
          hasRole('editor') && { label: t('edit'), Icon: EditIcon, onClick: onEdit },
          { label: t('showJobs'), Icon: JobIcon, to: `/jobs?triggerId=${_id}` },
        ]}
        removal={
          hasRole('editor') && {
            label: t('remove'),
            title: t('removeTitle', { name }),
            text: t('removeText'),
            action: t('remove'),
            done: t('removed', { name }),
            run: () => drover.schedules.remove(_id),
            onDone: () => {
              void client.invalidateQueries({ queryKey: ['schedules', 'list'] });
              void navigate('/schedules');
            },
          }
        }
      />
      {run.dialog}
    </>
  );
}
