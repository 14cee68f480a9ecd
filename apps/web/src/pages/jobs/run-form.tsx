import type { Config, Device, DeviceSelector, Values } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useVarsInput, VarsInput } from '../../features/config-form/vars-input';
import { ChooseDevices } from '../../features/devices/choose-devices';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { SavePreset } from '../../features/presets/save-preset';
import { Care, useCare, type CareValues } from '../../features/rollouts/care';
import { Deadlines, startDeadlines, type DeadlineValues } from '../../features/runs/deadlines';
import { OfflineNote } from '../../features/runs/offline-note';
import { drover } from '../../lib/drover';
import { saveValues, type Target } from '../../queries/targets';
import { Form, FormEnd } from '../../ui/form';
import { PlayIcon } from '../../ui/icons';
import classes from './run-form.module.css';

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
  const choice = useDeviceChoice(devices, start);
  const vars = useVarsInput(config, saved);
  const [deadlines, setDeadlines] = useState<DeadlineValues>(() => ({
    deliverWithin: start.deliverWithin ?? startDeadlines.deliverWithin,
    timeout: start.timeout,
  }));
  const care = useCare(start);
  const { targets } = choice;
  const isValid = targets.length > 0 && vars.vars !== undefined;
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

  return (
    <Form save={run} isValid={isValid} gap="lg">
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
      <SavePreset request={choice.request && vars.vars && request} />
      <FormEnd
        save={run}
        isValid={isValid}
        icon={<PlayIcon size={16} />}
        action={targets.length === 0 ? t('runDialog.do') : t('runDialog.doOn', { count: targets.length })}
        onClose={onClose}
      />
    </Form>
  );
}
