import '@mantine/core/styles/Radio.css';
import type { CodeChoice, Job, RerunJob } from '@drover/sdk';
import { Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { FormDialog } from '../../ui/form-dialog';
import { CodeChoiceInput } from './code-choice';

type Which = RerunJob['which'];

/** How many devices each choice means. */
function countsOf({ counts }: Job): Record<Which, number> {
  return {
    failed: counts.failed + counts.timed_out + counts.lost + counts.rejected,
    offline: counts.expired,
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}

/** Runs a job again as a new one: where it failed, where it was not delivered, or everywhere. */
export function RerunDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const counts = countsOf(job);
  const [which, setWhich] = useState<Which>(
    counts.failed > 0 ? 'failed' : counts.offline > 0 ? 'offline' : 'all',
  );
  const [code, setCode] = useState<CodeChoice>('same');
  const save = useMutation({
    mutationFn: () => drover.jobs.rerun(job._id, { which, code }),
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['jobs', 'list'] });
      onClose();
      void navigate(`/jobs/${_id}`);
    },
  });
  return (
    <FormDialog
      title={t('rollouts.rerunTitle')}
      action={t('rollouts.rerun')}
      isValid
      save={save}
      onClose={onClose}
    >
      <Radio.Group label={t('rollouts.rerunOn')} value={which} onChange={(next) => setWhich(next)}>
        <Stack gap="xs" mt="xs">
          {(['failed', 'offline', 'all'] as const).map((each) => (
            <Radio
              key={each}
              value={each}
              disabled={counts[each] === 0}
              label={t(`rollouts.which.${each}`, { count: counts[each] })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {job.scriptId !== null && <CodeChoiceInput value={code} onChange={setCode} />}
      <Text size="sm" c="dimmed">
        {t('rollouts.rerunText')}
      </Text>
    </FormDialog>
  );
}
