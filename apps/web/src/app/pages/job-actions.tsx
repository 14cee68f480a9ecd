import type { Job, Run, RunState } from '@drover/sdk';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { Confirm } from '../../ui/confirm';
import { RepeatIcon, StopIcon } from '../../ui/icons';
import { RunDialog } from '../run-dialog/run-dialog';

const failedStates: readonly RunState[] = ['failed', 'timed_out', 'lost', 'expired', 'rejected'];

/** What can be done with a job: stop what goes on, ask again for what failed, or for all of it. */
export function JobActions({ job, runs, isOpen }: { job: Job; runs: Run[]; isOpen: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'stop' | 'again' | 'failed' | null>(null);
  const close = () => setOpen(null);
  const stop = useMutation({
    mutationFn: () => drover.jobs.remove(job._id),
    onSuccess: () => {
      notifications.show({ message: t('jobs.stopping') });
      close();
    },
  });
  const failed = runs.filter(({ state }) => failedStates.includes(state));
  const canRepeat = job.scriptId !== null && job.kind !== 'execute';
  const again = open === 'failed' ? failed : runs;
  return (
    <Group gap="xs">
      {canRepeat && failed.length > 0 && (
        <Button variant="default" leftSection={<RepeatIcon size={16} />} onClick={() => setOpen('failed')}>
          {t('jobs.againFailed', { count: failed.length })}
        </Button>
      )}
      {canRepeat && (
        <Button variant="default" leftSection={<RepeatIcon size={16} />} onClick={() => setOpen('again')}>
          {t('jobs.again')}
        </Button>
      )}
      {isOpen && (
        <Button
          color="red"
          variant="light"
          leftSection={<StopIcon size={16} />}
          onClick={() => setOpen('stop')}
        >
          {t('jobs.stopAll')}
        </Button>
      )}
      <Confirm
        isOpen={open === 'stop'}
        title={t('jobs.stopAll')}
        text={t('jobs.stopAllText')}
        action={t('jobs.stopAll')}
        isPending={stop.isPending}
        error={stop.error}
        onConfirm={() => stop.mutate()}
        onClose={close}
      />
      {(open === 'again' || open === 'failed') && job.scriptId && (
        <RunDialog
          target={{ kind: job.kind === 'script' ? 'script' : 'devscript', id: job.scriptId, name: job.name }}
          preset={{ deviceIds: again.map(({ deviceId }) => deviceId), vars: job.vars }}
          onClose={close}
        />
      )}
    </Group>
  );
}
