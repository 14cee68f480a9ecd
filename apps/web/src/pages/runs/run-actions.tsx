import type { Job, Run } from '@drover/sdk';
import { hasEnded } from '@drover/sdk';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countDevices, RerunDialog } from '../../features/rollouts/rerun-dialog';
import { drover } from '../../lib/drover';
import { jobQueries } from '../../queries/jobs';
import { upsertRunsInCache } from '../../queries/runs';
import { RepeatIcon, StopIcon } from '../../ui/display/icons';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { RunDialog } from '../jobs/run-dialog';

/** The actions of a run: stop it, or run its script again on its device. Code without a script runs again as its whole job. */
export function RunActions({ run, job }: { run: Run; job?: Job }) {
  const { t } = useTranslation('run-details');
  const [isRerunning, setRerunning] = useState(false);
  const scriptId = job && job.kind !== 'execute' ? job.scriptId : null;
  const isOnlyRun = job !== undefined && countDevices(job).all === 1;
  return (
    <>
      {job && (scriptId || (job.kind === 'execute' && isOnlyRun)) && (
        <Button
          variant={run.state === 'succeeded' || !hasEnded(run.state) ? 'default' : 'filled'}
          leftSection={<RepeatIcon size={16} />}
          onClick={() => setRerunning(true)}
        >
          {t('runAgain')}
        </Button>
      )}
      {!hasEnded(run.state) && <StopRun run={run} />}
      {isRerunning && job?.kind === 'execute' && (
        <RerunCode jobId={job._id} onClose={() => setRerunning(false)} />
      )}
      {isRerunning && job && scriptId && (
        <RunDialog
          runnable={{ kind: job.kind === 'script' ? 'script' : 'devscript', id: scriptId, name: job.name }}
          defaults={{ deviceIds: [run.deviceId], vars: job.vars }}
          onClose={() => setRerunning(false)}
        />
      )}
    </>
  );
}

function RerunCode({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { data: job } = useQuery(jobQueries.detail(jobId));
  return job && <RerunDialog job={job} onClose={onClose} />;
}

function StopRun({ run }: { run: Run }) {
  const { t } = useTranslation('runs');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const stop = useMutation({
    mutationFn: () => drover.runs.remove(run._id),
    // Optimistic update. The actual state follows as an event.
    onMutate: () =>
      upsertRunsInCache(client, [{ ...run, state: run.state === 'queued' ? 'canceled' : 'stopping' }]),
    onSuccess: () => notifications.show({ message: t('stopping') }),
    onError: (error) => {
      showError(error);
      void client.invalidateQueries({ queryKey: ['runs'] });
    },
  });
  return (
    <Button
      color="red"
      variant="light"
      leftSection={<StopIcon size={16} />}
      loading={stop.isPending}
      disabled={run.state === 'stopping'}
      onClick={() => stop.mutate()}
    >
      {t('stop')}
    </Button>
  );
}
