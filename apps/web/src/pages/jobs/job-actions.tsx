import type { Job, Run } from '@drover/sdk';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RerunDialog } from '../../features/rollouts/rerun-dialog';
import { drover } from '../../lib/drover';
import { ConfirmAction } from '../../ui/confirm';
import { RepeatIcon, StopIcon } from '../../ui/icons';
import { RunDialog } from './run-dialog';

/** What can be done with a job: stop what goes on, run it again as it was, or otherwise. */
export function JobActions({ job, runs, isOpen }: { job: Job; runs: Run[]; isOpen: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'stop' | 'again' | 'rerun' | null>(null);
  const close = () => setOpen(null);
  const canRepeat = job.scriptId !== null && job.kind !== 'execute';
  const deviceIds = [...new Set(runs.map(({ deviceId }) => deviceId))];
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<RepeatIcon size={16} />} onClick={() => setOpen('rerun')}>
        {t('jobs.again')}
      </Button>
      {canRepeat && (
        <Button variant="default" onClick={() => setOpen('again')}>
          {t('jobs.againOtherwise')}
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
      {open === 'rerun' && <RerunDialog job={job} onClose={close} />}
      <ConfirmAction
        isOpen={open === 'stop'}
        title={t('jobs.stopAll')}
        text={t('jobs.stopAllText')}
        action={t('jobs.stopAll')}
        done={t('jobs.stopping')}
        run={() => drover.jobs.remove(job._id)}
        onClose={close}
      />
      {open === 'again' && job.scriptId && (
        <RunDialog
          target={{ kind: job.kind === 'script' ? 'script' : 'devscript', id: job.scriptId, name: job.name }}
          preset={{ deviceIds, vars: job.vars }}
          onClose={close}
        />
      )}
    </Group>
  );
}
