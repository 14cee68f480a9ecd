import type { ScheduleSummary } from '@drover/sdk';
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { Confirm } from '../../ui/confirm';
import { EditIcon, MoreIcon, PauseIcon, PlayIcon, TrashIcon } from '../../ui/icons';
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
  const showFailure = useShowFailure();
  const [isRemoving, setRemoving] = useState(false);
  const readAgain = () => client.invalidateQueries({ queryKey: ['schedules'] });
  const run = useMutation({
    mutationFn: () => drover.schedules.run(_id),
    onSuccess: (job) => {
      void readAgain();
      void navigate(`/jobs/${job._id}`);
    },
    onError: showFailure,
  });
  const pause = useMutation({
    mutationFn: () => drover.schedules.update(_id, { isPaused: !isPaused }),
    onSuccess: readAgain,
    onError: showFailure,
  });
  const remove = useMutation({
    mutationFn: () => drover.schedules.remove(_id),
    onSuccess: () => {
      notifications.show({ message: t('schedules.removed', { name }) });
      setRemoving(false);
      void client.invalidateQueries({ queryKey: ['schedules', 'list'] });
      void navigate('/schedules');
    },
  });
  return (
    <>
      <Menu width={190}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('schedules.actions', { name })}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<PlayIcon size={16} />} onClick={() => run.mutate()}>
            {t('schedules.runNow')}
          </Menu.Item>
          <Menu.Item leftSection={<PauseIcon size={16} />} onClick={() => pause.mutate()}>
            {isPaused ? t('schedules.resume') : t('schedules.pause')}
          </Menu.Item>
          <Menu.Item leftSection={<EditIcon size={16} />} onClick={onEdit}>
            {t('schedules.edit')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon size={16} />}
            onClick={() => setRemoving(true)}
          >
            {t('schedules.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        isOpen={isRemoving}
        title={t('schedules.removeTitle', { name })}
        text={t('schedules.removeText')}
        action={t('schedules.remove')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}
