import type { ScheduleSummary } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { EditIcon, PauseIcon, PlayIcon } from '../../ui/icons';
import { RecordMenu } from '../../ui/record-menu';
import { useShowFailure } from '../../ui/show-failure';

interface Props {
  schedule: ScheduleSummary;
  onEdit: () => void;
}

/** Run now, pause, change, delete. */
export function ScheduleMenu({ schedule: { _id, name, isPaused }, onEdit }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const onError = useShowFailure();
  const readAgain = () => client.invalidateQueries({ queryKey: ['schedules'] });
  const run = useMutation({
    mutationFn: () => drover.schedules.run(_id),
    onSuccess: (job) => {
      void readAgain();
      void navigate(`/jobs/${job._id}`);
    },
    onError,
  });
  const pause = useMutation({
    mutationFn: () => drover.schedules.update(_id, { isPaused: !isPaused }),
    onSuccess: readAgain,
    onError,
  });
  return (
    <RecordMenu
      label={t('schedules.actions', { name })}
      items={[
        { label: t('schedules.runNow'), Icon: PlayIcon, onClick: () => run.mutate() },
        {
          label: isPaused ? t('schedules.resume') : t('schedules.pause'),
          Icon: PauseIcon,
          onClick: () => pause.mutate(),
        },
        { label: t('schedules.edit'), Icon: EditIcon, onClick: onEdit },
      ]}
      removal={{
        label: t('schedules.remove'),
        title: t('schedules.removeTitle', { name }),
        text: t('schedules.removeText'),
        action: t('schedules.remove'),
        done: t('schedules.removed', { name }),
        run: () => drover.schedules.remove(_id),
        onDone: () => {
          void client.invalidateQueries({ queryKey: ['schedules', 'list'] });
          void navigate('/schedules');
        },
      }}
    />
  );
}
