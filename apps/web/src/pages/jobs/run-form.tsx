import type { Config, Device, DeviceSelector, Values } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useVarsInput, VarsInput } from '../../features/config-form/vars-input';
import { DeviceChooser } from '../../features/devices/device-chooser';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { SavePreset } from '../../features/presets/save-preset';
import {
  RolloutOptions,
  useRolloutOptions,
  type RolloutOptionValues,
} from '../../features/rollouts/rollout-options';
import { Deadlines, type DeadlineValues, defaultDeadlines } from '../../features/runs/deadlines';
import { OfflineNotice } from '../../features/runs/offline-notice';
import { drover } from '../../lib/drover';
import { type Runnable, saveValues } from '../../queries/runnables';
import { useConfirmMany } from '../../ui/dialogs/confirm-many';
import { PlayIcon } from '../../ui/display/icons';
import { Form, FormButtons } from '../../ui/forms/form';
import classes from './run-form.module.css';

/** The initial values of the form. */
export interface RunDefaults extends DeadlineValues, RolloutOptionValues {
  deviceIds?: string[];
  selector?: DeviceSelector;
}

interface Props {
  runnable: Runnable;
  devices: Device[];
  config: Config;
  saved: Values;
  defaults: RunDefaults;
  /** Called when the form begins or ends to ask for confirmation. */
  onAskingChange: (isAsking: boolean) => void;
  onClose: () => void;
}

export function RunForm({ runnable, devices, config, saved, defaults, ...props }: Props) {
  const { onAskingChange, onClose } = props;
  const { t } = useTranslation(['run-dialog', 'device-choice']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const choice = useDeviceChoice(devices, defaults);
  const vars = useVarsInput(config, saved);
  const [deadlines, setDeadlines] = useState<DeadlineValues>(() => ({
    deliverWithin: defaults.deliverWithin ?? defaultDeadlines.deliverWithin,
    timeout: defaults.timeout,
    screenshotOnFailure: defaults.screenshotOnFailure,
  }));
  const rolloutOptions = useRolloutOptions(defaults);
  const { targets } = choice;
  const isValid = targets.length > 0 && vars.vars !== undefined;
  const request = {
    scriptId: runnable.id,
    ...choice.request,
    vars: vars.vars,
    ...deadlines,
    ...rolloutOptions.request,
  };

  const run = useMutation({
    mutationFn: async () => {
      if (vars.shouldSave) await saveValues(runnable, vars.vars ?? {});
      return drover.jobs.create(request);
    },
    onSuccess: ({ _id }) => {
      void client.invalidateQueries({ queryKey: ['jobs', 'list'] });
      onClose();
      void navigate(`/jobs/${_id}`);
    },
  });

  const confirm = useConfirmMany(run.mutate);
  const { isAsking } = confirm;
  useEffect(() => onAskingChange(isAsking), [isAsking, onAskingChange]);
  const submission = { ...run, mutate: () => vars.rules.validate() && confirm.startOn(targets.length) };

  return (
    <Form mutation={submission} isValid={isValid} gap="lg">
      <section>
        <DeviceChooser title={t('device-choice:title')} devices={devices} choice={choice} />
        <OfflineNotice devices={targets} deliverWithin={deadlines.deliverWithin} />
      </section>
      <VarsInput input={vars} />
      <Deadlines value={deadlines} onChange={setDeadlines} />
      <details>
        <summary className={classes.more}>{t('rollout.more')}</summary>
        <RolloutOptions options={rolloutOptions} />
      </details>
      <SavePreset request={choice.request && vars.vars && request} validate={vars.rules.validate} />
      <FormButtons
        mutation={run}
        isValid={isValid}
        icon={<PlayIcon size={16} />}
        action={targets.length === 0 ? t('do') : t('doOn', { count: targets.length })}
        onClose={onClose}
      />
      {confirm.dialog}
    </Form>
  );
}
