import type { Config, Device, Values } from '@drover/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DevicePicker } from '../../features/devices/device-picker';
import { runTarget, saveValues, type Target } from '../../queries/targets';
import { useErrorText } from '../../ui/failure';
import { PlayIcon } from '../../ui/icons';
import { Deadlines, startDeadlines } from './deadlines';
import { OfflineNote } from './offline-note';
import { useVarsInput, VarsInput } from './vars-input';

interface Props {
  target: Target;
  devices: Device[];
  config: Config;
  saved: Values;
  startChosen: string[];
  onClose: () => void;
}

export function RunForm({ target, devices, config, saved, startChosen, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const textOf = useErrorText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(startChosen.filter((id) => devices.some(({ _id }) => _id === id))),
  );
  const vars = useVarsInput(config, saved);
  const [deadlines, setDeadlines] = useState(startDeadlines);
  const targets = devices.filter(({ _id }) => chosen.has(_id));

  const run = useMutation({
    mutationFn: async () => {
      if (vars.isRemembered) await saveValues(target, vars.vars ?? {});
      const references = targets.map(({ _id, name }) => ({ _id, name }));
      return runTarget(target, { devices: references, vars: vars.vars, ...deadlines });
    },
    onSuccess: (jobId) => {
      void client.invalidateQueries({ queryKey: ['jobs', 'list'] });
      onClose();
      void navigate(`/jobs/${jobId}`);
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
          <Text fw={600} size="sm" mb={6}>
            {t('run.on')}
          </Text>
          {devices.length === 0 ? (
            <Text size="sm">{t('run.noDevices')}</Text>
          ) : (
            <DevicePicker devices={devices} chosen={chosen} onChange={setChosen} />
          )}
          <OfflineNote devices={targets} deliverWithin={deadlines.deliverWithin} />
        </section>
        <VarsInput input={vars} />
        <Deadlines value={deadlines} onChange={setDeadlines} />
        {run.isError && (
          <Text size="sm" c="red" role="alert">
            {textOf(run.error)}
          </Text>
        )}
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
            {targets.length === 0 ? t('run.do') : t('run.doOn', { count: targets.length })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
