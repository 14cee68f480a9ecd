import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import { SimpleGrid, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { VarsInput } from '../../features/config-form/vars-input';
import { DeviceChooser } from '../../features/devices/device-chooser';
import { RolloutOptions } from '../../features/rollouts/rollout-options';
import { Deadlines } from '../../features/runs/deadlines';
import { NextTimesPreview } from '../../features/schedules/next-times-preview';
import { PolicyFields } from '../../features/schedules/policy-fields';
import { WhenFields } from '../../features/schedules/when-fields';
import { CountedInput } from '../../ui/forms/counted-input';
import { Form, FormButtons } from '../../ui/forms/form';
import classes from './schedule-form.module.css';
import { type ScheduleInputProps, useScheduleInput } from './use-schedule-input';

export function ScheduleForm({ onClose, ...props }: ScheduleInputProps & { onClose: () => void }) {
  const { t } = useTranslation(['schedules', 'device-choice', 'run-dialog', 'common']);
  const client = useQueryClient();
  const input = useScheduleInput(props);
  const save = useMutation({
    mutationFn: input.submit,
    onSuccess: () => {
      notifications.show({ message: t('saved', { name: input.name.trim() }) });
      void client.invalidateQueries({ queryKey: ['schedules'] });
      onClose();
    },
  });
  const submission = { ...save, mutate: () => input.vars.rules.validate() && save.mutate() };
  return (
    <Form mutation={submission} isValid={input.isValid} gap="lg">
      <CountedInput
        label={t('name')}
        limit={LIMITS.scheduleNameChars}
        value={input.name}
        onChange={input.setName}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
        <WhenFields value={input.when} onChange={input.setWhen} />
        <NextTimesPreview when={input.parsedWhen} />
      </SimpleGrid>
      {!props.runnable && (
        <Textarea
          label={t('code')}
          rows={8}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
          value={input.code}
          onChange={(event) => input.setCode(event.currentTarget.value)}
        />
      )}
      <section>
        <DeviceChooser title={t('device-choice:title')} devices={props.devices} choice={input.choice} />
      </section>
      <VarsInput input={input.vars} canRemember={props.runnable !== undefined} />
      <Deadlines value={input.deadlines} onChange={input.setDeadlines} />
      <details>
        <summary className={classes.more}>{t('run-dialog:rollout.more')}</summary>
        <RolloutOptions options={input.rolloutOptions} />
      </details>
      <PolicyFields value={input.policies} onChange={input.setPolicies} />
      <FormButtons
        mutation={save}
        isValid={input.isValid}
        action={props.schedule ? t('common:save') : t('createDo')}
        onClose={onClose}
      />
    </Form>
  );
}
