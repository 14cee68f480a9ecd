import type { Job, Run } from '@drover/sdk';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RerunDialog } from '../../features/rollouts/rerun-dialog';
import { drover } from '../../lib/drover';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { RepeatIcon, StopIcon } from '../../ui/display/icons';
import { RunDialog } from './run-dialog';

/** The actions of a job: stop it, run it again, or edit and run it. */
export function JobActions({ job, runs, isOpen }: { job: Job; runs: Run[]; isOpen: boolean }) {
  const { t } = useTranslation('jobs');
  const [open, setOpen] = useState<'stop' | 'again' | 'rerun' | null>(null);
  const close = () => setOpen(null);
  const canRepeat = job.scriptId !== null && job.kind !== 'execute';
  const deviceIds = [...new Set(runs.map(({ deviceId }) => deviceId))];
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<RepeatIcon size={16} />} onClick={() => setOpen('rerun')}>
        {t('runAgain')}
      </Button>
      {canRepeat && (
        <Button variant="default" onClick={() => setOpen('again')}>
          {t('editAndRun')}
        </Button>
      )}
      {isOpen && (
        <Button
          color="red"
          variant="light"
          leftSection={<StopIcon size={16} />}
          onClick={() => setOpen('stop')}
        >
          {t('stopAll')}
        </Button>
      )}
      {open === 'rerun' && <RerunDialog job={job} onClose={close} />}
      <ConfirmAction
        isOpen={open === 'stop'}
        title={t('stopAll')}
        text={t('stopAllText')}
        action={t('stopAll')}
        done={t('stopping')}
        run={() => drover.jobs.remove(job._id)}
        onClose={close}
      />
      {open === 'again' && job.scriptId && (
        <RunDialog
          runnable={{
            kind: job.kind === 'script' ? 'script' : 'devscript',
            id: job.scriptId,
            name: job.name,
          }}
          defaults={{ deviceIds, vars: job.vars }}
          onClose={close}
        />
      )}
    </Group>
  );
}
