import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import type { AgentUpdates } from '@drover/sdk';
import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { agentUpdatesQueries } from '../../queries/agent-updates';
import { Form } from '../../ui/forms/form';
import { WeekDays } from '../../ui/forms/week-days';
import { ZoneSelect } from '../../ui/forms/zone-select';
import { isWindowComplete, toWindow, toWindowInput } from './window-input';

/** Whether agents are updated automatically, and when. Others may change the settings meanwhile: the input stays. */
export function UpdateSettings({ settings }: { settings: AgentUpdates }) {
  const { t } = useTranslation(['agent-updates', 'common']);
  const client = useQueryClient();
  const [isAutomatic, setAutomatic] = useState(settings.isAutomatic);
  const [hasWindow, setHasWindow] = useState(settings.window !== null || !settings.isAutomatic);
  const [input, setInput] = useState(() => toWindowInput(settings.window));
  const set = (changes: Partial<typeof input>) => setInput({ ...input, ...changes });
  const update = useMutation({
    mutationFn: async () => {
      const next = { isAutomatic, window: isAutomatic && hasWindow ? toWindow(input) : null };
      await drover.agentUpdates.update(next);
      return next;
    },
    onSuccess: (next) => {
      client.setQueryData(agentUpdatesQueries.current().queryKey, next);
      notifications.show({ message: t('common:saved') });
    },
  });
  return (
    <Form
      mutation={update}
      isValid={!isAutomatic || !hasWindow || isWindowComplete(input)}
      action={t('save')}
    >
      <Radio.Group
        label={t('mode')}
        value={isAutomatic ? 'automatic' : 'manual'}
        onChange={(mode) => setAutomatic(mode === 'automatic')}
      >
        <Stack gap="sm" mt="xs">
          {(['manual', 'automatic'] as const).map((mode) => (
            <Radio key={mode} value={mode} label={t(mode)} description={t(`${mode}Text`)} />
          ))}
        </Stack>
      </Radio.Group>
      {isAutomatic && (
        <Checkbox
          label={t('hasWindow')}
          checked={hasWindow}
          onChange={(event) => setHasWindow(event.currentTarget.checked)}
        />
      )}
      {isAutomatic && hasWindow && (
        <Stack gap="sm">
          <Group grow align="flex-start">
            {(['from', 'to'] as const).map((field) => (
              <TextInput
                key={field}
                type="time"
                label={t(field)}
                description={field === 'to' && input.to <= input.from ? t('overnight') : undefined}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={input[field]}
                onChange={(event) => set({ [field]: event.currentTarget.value })}
              />
            ))}
          </Group>
          <WeekDays label={t('days')} value={input.days} onChange={(days) => set({ days })} />
          <ZoneSelect
            label={t('timeZone')}
            value={input.timeZone}
            onChange={(timeZone) => set({ timeZone })}
          />
        </Stack>
      )}
    </Form>
  );
}
