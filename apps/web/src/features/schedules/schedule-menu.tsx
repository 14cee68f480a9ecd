import type { ScheduleSummary } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { EditIcon, PauseIcon, PlayIcon } from '../../ui/display/icons';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { RecordMenu } from '../../ui/lists/record-menu';

interface Props {
  schedule: ScheduleSummary;
  onEdit: () => void;
}

export function ScheduleMenu({ schedule: { _id, name, isPaused }, onEdit }: Props) {
  const { t } = useTranslation('schedules');
  const client = useQueryClient();
  const navigate = useNavigate();
  const onError = useErrorNotification();
  const refresh = () => client.invalidateQueries({ queryKey: ['schedules'] });
  const run = useMutation({
    mutationFn: () => drover.schedules.run(_id),
    onSuccess: (job) => {
      void refresh();
      void navigate(`/jobs/${job._id}`);
    },
    onError,
  });
  const pause = useMutation({
    mutationFn: () => drover.schedules.update(_id, { isPaused: !isPaused }),
    onSuccess: refresh,
    onError,
  });
  return (
    <RecordMenu
      label={t('actions', { name })}
      items={[
        { label: t('runNow'), Icon: PlayIcon, onClick: () => run.mutate() },
        {
          label: isPaused ? t('resume') : t('pause'),
          Icon: PauseIcon,
          onClick: () => pause.mutate(),
        },
        { label: t('edit'), Icon: EditIcon, onClick: onEdit },
      ]}
      removal={{
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
      }}
    />
  );
}
