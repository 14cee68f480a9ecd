import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import { SimpleGrid } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { VarsInput } from '../../features/config-form/vars-input';
import { ChooseDevices } from '../../features/devices/choose-devices';
import { Deadlines } from '../../features/runs/deadlines';
import { NextTimes } from '../../features/schedules/next-times';
import { PolicyFields } from '../../features/schedules/policy-fields';
import { WhenFields } from '../../features/schedules/when-fields';
import { CountedInput } from '../../ui/counted-input';
import { Form, FormEnd } from '../../ui/form';
import { useScheduleInput, type ScheduleStart } from './use-schedule-input';

export function ScheduleForm({ onClose, ...start }: ScheduleStart & { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const input = useScheduleInput(start);
  const save = useMutation({
    mutationFn: input.send,
    onSuccess: () => {
      notifications.show({ message: t('schedules.saved', { name: input.name.trim() }) });
      void client.invalidateQueries({ queryKey: ['schedules'] });
      onClose();
    },
  });
  return (
    <Form save={save} isValid={input.isValid} gap="lg">
      <CountedInput
        label={t('schedules.name')}
        limit={LIMITS.scheduleNameChars}
        value={input.name}
        onChange={input.setName}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
        <WhenFields value={input.when} onChange={input.setWhen} />
        <NextTimes when={input.due} />
      </SimpleGrid>
      {start.target && (
        <>
          <section>
            <ChooseDevices title={t('deviceChoice.on')} devices={start.devices} choice={input.choice} />
          </section>
          <VarsInput input={input.vars} />
          <Deadlines value={input.deadlines} onChange={input.setDeadlines} />
        </>
      )}
      <PolicyFields value={input.policies} onChange={input.setPolicies} />
      <FormEnd
        save={save}
        isValid={input.isValid}
        action={start.schedule ? t('save') : t('schedules.createDo')}
        onClose={onClose}
      />
    </Form>
  );
}
