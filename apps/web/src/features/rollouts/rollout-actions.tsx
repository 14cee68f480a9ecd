import type { CodeChoice, Job, RolloutState, UpdateRollout } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { FormDialog } from '../../ui/forms/form-dialog';
import { CodeChoiceInput } from './code-choice';

/** Buttons to pause, resume and abort a rollout, as its state allows. */
export function RolloutActions({ job, state }: { job: Job; state: RolloutState }) {
  const { t } = useTranslation('rollouts');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const [open, setOpen] = useState<'resume' | 'abort' | null>(null);
  const close = () => setOpen(null);
  const update = useMutation({
    mutationFn: (change: UpdateRollout) => drover.jobs.updateRollout(job._id, change),
    onSuccess: () => {
      close();
      return client.invalidateQueries({ queryKey: ['jobs', job._id] });
    },
    onError: (error, { state }) => (state === 'paused' ? showError(error) : undefined),
  });
  if (state === 'finished' || state === 'aborted') return null;
  return (
    <Group gap="xs">
      {state === 'running' ? (
        <Button size="xs" variant="default" onClick={() => update.mutate({ state: 'paused' })}>
          {t('pause')}
        </Button>
      ) : (
        <Button size="xs" onClick={() => setOpen('resume')}>
          {t('resume')}
        </Button>
      )}
      <Button size="xs" color="red" variant="light" onClick={() => setOpen('abort')}>
        {t('abort')}
      </Button>
      {open === 'resume' && <ResumeDialog job={job} update={update} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'abort'}
        title={t('abort')}
        text={t('abortText')}
        action={t('abort')}
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
  const { t } = useTranslation('rollouts');
  const [code, setCode] = useState<CodeChoice>('same');
  const save = { ...update, mutate: () => update.mutate({ state: 'running', code }) };
  return (
    <FormDialog title={t('resumeTitle')} action={t('resume')} isValid mutation={save} onClose={onClose}>
      <Text size="sm">{t('resumeText')}</Text>
      {job.scriptId !== null && <CodeChoiceInput value={code} onChange={setCode} />}
    </FormDialog>
  );
}
