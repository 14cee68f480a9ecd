import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import { SimpleGrid } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { VarsInput } from '../../features/config-form/vars-input';
import { DeviceChooser } from '../../features/devices/device-chooser';
import { Deadlines } from '../../features/runs/deadlines';
import { NextTimesPreview } from '../../features/schedules/next-times-preview';
import { PolicyFields } from '../../features/schedules/policy-fields';
import { WhenFields } from '../../features/schedules/when-fields';
import { CountedInput } from '../../ui/forms/counted-input';
import { Form, FormButtons } from '../../ui/forms/form';
import { type ScheduleInputProps, useScheduleInput } from './use-schedule-input';

export function ScheduleForm({ onClose, ...props }: ScheduleInputProps & { onClose: () => void }) {
  const { t } = useTranslation(['schedules', 'device-choice', 'common']);
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
      {props.runnable && (
        <>
          <section>
            <DeviceChooser title={t('device-choice:title')} devices={props.devices} choice={input.choice} />
          </section>
          <VarsInput input={input.vars} />
          <Deadlines value={input.deadlines} onChange={input.setDeadlines} />
        </>
      )}
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
