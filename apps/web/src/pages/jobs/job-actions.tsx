import type { Job } from '@drover/sdk';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countDevices, RerunDialog } from '../../features/rollouts/rerun-dialog';
import { drover } from '../../lib/drover';
import { runQueries } from '../../queries/runs';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { RepeatIcon, StopIcon } from '../../ui/display/icons';
import { RunDialog } from './run-dialog';

/** The actions of a job: stop it, run it again, or edit and run it. */
export function JobActions({ job }: { job: Job }) {
  const { t } = useTranslation(['jobs', 'rollouts']);
  const [open, setOpen] = useState<'stop' | 'again' | 'rerun' | null>(null);
  const close = () => setOpen(null);
  const canRepeat = job.scriptId !== null && job.kind !== 'execute';
  const { data: runs } = useQuery({ ...runQueries.listByJob(job._id), enabled: open === 'again' });
  const { failed } = countDevices(job);
  const { queued, running, stopping } = job.counts;
  return (
    <Group gap="xs">
      <Button
        variant={failed > 0 ? 'filled' : 'default'}
        leftSection={<RepeatIcon size={16} />}
        onClick={() => setOpen('rerun')}
      >
        {failed > 0 ? t('rollouts:rerunFailed', { count: failed }) : t('rollouts:rerun')}
      </Button>
      {canRepeat && (
        <Button variant="default" loading={open === 'again' && !runs} onClick={() => setOpen('again')}>
          {t('editAndRun')}
        </Button>
      )}
      {queued + running + stopping > 0 && (
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
      {open === 'again' && runs && job.scriptId && (
        <RunDialog
          runnable={{
            kind: job.kind === 'script' ? 'script' : 'devscript',
            id: job.scriptId,
            name: job.name,
          }}
          defaults={{
            deviceIds: [...new Set(runs.items.map(({ deviceId }) => deviceId))],
            vars: job.vars,
          }}
          onClose={close}
        />
      )}
    </Group>
  );
}
