import '@mantine/core/styles/Radio.css';
import type { CodeChoice, Failure, Job, RerunJob } from '@drover/sdk';
import { Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { FormDialog } from '../../ui/forms/form-dialog';
import { CodeChoiceInput } from './code-choice';

type Which = NonNullable<RerunJob['which']>;

/** Returns the number of devices for each choice. */
export function countDevices({ counts }: Job): Record<Which, number> {
  return {
    failed: counts.failed + counts.timed_out + counts.lost + counts.rejected,
    offline: counts.expired,
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}

interface RerunDialogProps {
  job: Job;
  /** Runs only on the devices of this failure. */
  failure?: Failure;
  onClose: () => void;
}

/** Runs a job again as a new job: on failed, expired or all devices, or on those of one failure. */
export function RerunDialog({ job, failure, onClose }: RerunDialogProps) {
  const { t } = useTranslation('rollouts');
  const navigate = useNavigate();
  const client = useQueryClient();
  const counts = countDevices(job);
  const [which, setWhich] = useState<Which>(
    counts.failed > 0 ? 'failed' : counts.offline > 0 ? 'offline' : 'all',
  );
  const [code, setCode] = useState<CodeChoice>('same');
  const save = useMutation({
    mutationFn: () =>
      drover.jobs.rerun(job._id, { ...(failure ? { failureId: failure._id } : { which }), code }),
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['jobs', 'list'] });
      onClose();
      void navigate(`/jobs/${_id}`);
    },
  });
  return (
    <FormDialog title={t('rerunTitle')} action={t('rerun')} isValid mutation={save} onClose={onClose}>
      {failure ? (
        <Text size="sm">{t('rerunFailure', { count: failure.runs })}</Text>
      ) : (
        <Radio.Group label={t('rerunOn')} value={which} onChange={(next) => setWhich(next)}>
          <Stack gap="xs" mt="xs">
            {(['failed', 'offline', 'all'] as const).map((each) => (
              <Radio
                key={each}
                value={each}
                disabled={counts[each] === 0}
                label={t(`which.${each}`, { count: counts[each] })}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {job.scriptId !== null && <CodeChoiceInput value={code} onChange={setCode} />}
      <Text size="sm" c="dimmed">
        {t('rerunText')}
      </Text>
    </FormDialog>
  );
}
