import type { Device } from '@drover/sdk';
import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toReferences } from '../../features/devices/bulk-dialogs';
import { RolloutOptions, useRolloutOptions } from '../../features/rollouts/rollout-options';
import { drover } from '../../lib/drover';
import { FormDialog } from '../../ui/forms/form-dialog';

/** A dialog that updates the agents of devices, and then shows the job. Several devices get them in waves. */
export function UpdateAgents({ devices, onClose }: { devices: Device[]; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const client = useQueryClient();
  const count = devices.length;
  const options = useRolloutOptions(count > 1 ? { rollout: { stopAfterFailedPercent: 0 } } : {});
  const update = useMutation({
    mutationFn: () => drover.jobs.updateAgents({ devices: toReferences(devices), ...options.request }),
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['jobs', 'list'] });
      onClose();
      void navigate(`/jobs/${_id}`);
    },
  });
  return (
    <FormDialog
      title={t('updateTitle', { count })}
      action={t('update')}
      size={count > 1 ? 'lg' : 'md'}
      isValid
      mutation={update}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('updateText')}</Text>
        {count > 1 && <RolloutOptions options={options} />}
      </Stack>
    </FormDialog>
  );
}
