import type { Config, Device, DeviceSelector, Values } from '@drover/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { saveValues, type Target } from '../../queries/targets';
import { useErrorText } from '../../ui/failure';
import { PlayIcon } from '../../ui/icons';
import { ChooseDevices } from '../../features/devices/choose-devices';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { Care, useCare, type CareValues } from '../../features/rollouts/care';
import { Deadlines, startDeadlines, type DeadlineValues } from '../../features/runs/deadlines';
import { OfflineNote } from '../../features/runs/offline-note';
import { SavePreset } from '../../features/presets/save-preset';
import classes from './run-form.module.css';
import { useVarsInput, VarsInput } from '../../features/config-form/vars-input';

/** What the form begins with. */
export interface RunStart extends DeadlineValues, CareValues {
  deviceIds?: string[];
  selector?: DeviceSelector;
}

interface Props {
  target: Target;
  devices: Device[];
  config: Config;
  saved: Values;
  start: RunStart;
  onClose: () => void;
}

export function RunForm({ target, devices, config, saved, start, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const textOf = useErrorText();
  const choice = useDeviceChoice(devices, start);
  const vars = useVarsInput(config, saved);
  const [deadlines, setDeadlines] = useState<DeadlineValues>(() => ({
    deliverWithin: start.deliverWithin ?? startDeadlines.deliverWithin,
    timeout: start.timeout,
  }));
  const care = useCare(start);
  const { targets } = choice;
  const request = { scriptId: target.id, ...choice.request, vars: vars.vars, ...deadlines, ...care.request };

  const run = useMutation({
    mutationFn: async () => {
      if (vars.isRemembered) await saveValues(target, vars.vars ?? {});
      return drover.jobs.create(request);
    },
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['jobs', 'list'] });
      onClose();
      void navigate(`/jobs/${_id}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate();
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <section>
          <ChooseDevices title={t('deviceChoice.on')} devices={devices} choice={choice} />
          <OfflineNote devices={targets} deliverWithin={deadlines.deliverWithin} />
        </section>
        <VarsInput input={vars} />
        <Deadlines value={deadlines} onChange={setDeadlines} />
        <details>
          <summary className={classes.more}>{t('runDialog.care.more')}</summary>
          <Care care={care} />
        </details>
        {run.isError && (
          <Text size="sm" c="red" role="alert">
            {textOf(run.error)}
          </Text>
        )}
        <SavePreset request={choice.request && vars.vars && request} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            leftSection={<PlayIcon size={16} />}
            loading={run.isPending}
            disabled={targets.length === 0 || vars.vars === undefined}
          >
            {targets.length === 0 ? t('runDialog.do') : t('runDialog.doOn', { count: targets.length })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
