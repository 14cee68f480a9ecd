import type { CodeChoice, Job, RolloutState, UpdateRollout } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { Confirm } from '../../ui/confirm';
import { FormDialog } from '../../ui/form-dialog';
import { useShowFailure } from '../../ui/show-failure';
import { CodeChoiceInput } from './code-choice';

/** Pauses a roll-out, lets it go on, aborts it: as far as its state allows. */
export function RolloutActions({ job, state }: { job: Job; state: RolloutState }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const [open, setOpen] = useState<'resume' | 'abort' | null>(null);
  const close = () => setOpen(null);
  const update = useMutation({
    mutationFn: (change: UpdateRollout) => drover.jobs.updateRollout(job._id, change),
    onSuccess: () => {
      close();
      return client.invalidateQueries({ queryKey: ['jobs', job._id] });
    },
    onError: (error, { state }) => (state === 'paused' ? showFailure(error) : undefined),
  });
  if (state === 'finished' || state === 'aborted') return null;
  return (
    <Group gap="xs">
      {state === 'running' ? (
        <Button size="xs" variant="default" onClick={() => update.mutate({ state: 'paused' })}>
          {t('rollouts.pause')}
        </Button>
      ) : (
        <Button size="xs" onClick={() => setOpen('resume')}>
          {t('rollouts.resume')}
        </Button>
      )}
      <Button size="xs" color="red" variant="light" onClick={() => setOpen('abort')}>
        {t('rollouts.abort')}
      </Button>
      {open === 'resume' && <ResumeDialog job={job} update={update} onClose={close} />}
      <Confirm
        isOpen={open === 'abort'}
        title={t('rollouts.abort')}
        text={t('rollouts.abortText')}
        action={t('rollouts.abort')}
        isPending={update.isPending}
        error={update.error}
        onConfirm={() => update.mutate({ state: 'aborted' })}
        onClose={close}
      />
    </Group>
  );
}

interface ResumeProps {
  job: Job;
  update: { mutate: (change: UpdateRollout) => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

function ResumeDialog({ job, update, onClose }: ResumeProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState<CodeChoice>('same');
  const save = { ...update, mutate: () => update.mutate({ state: 'running', code }) };
  return (
    <FormDialog
      title={t('rollouts.resumeTitle')}
      action={t('rollouts.resume')}
      isValid
      save={save}
      onClose={onClose}
    >
      <Text size="sm">{t('rollouts.resumeText')}</Text>
      {job.scriptId !== null && <CodeChoiceInput value={code} onChange={setCode} />}
    </FormDialog>
  );
}
