import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import { webhookEventTypes, type Webhook } from '@drover/sdk';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  events: Webhook['events'];
  onChange: (events: Webhook['events']) => void;
}

/** All events, or some of them by what they tell. */
export function EventChoice({ events, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('webhooks.eventsField')}
        value={events === 'all' ? 'all' : 'chosen'}
        onChange={(value) => onChange(value === 'all' ? 'all' : ['job.finished'])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('webhooks.all')} />
          <Radio value="chosen" label={t('webhooks.chosen')} />
        </Stack>
      </Radio.Group>
      {events !== 'all' && (
        <Checkbox.Group
          aria-label={t('webhooks.chosen')}
          value={events}
          onChange={(chosen) => onChange(webhookEventTypes.filter((type) => chosen.includes(type)))}
          error={events.length === 0 && t('webhooks.noEvent')}
        >
          <Stack gap="xs" pl="xl" mb={4}>
            {webhookEventTypes.map((type) => (
              <Checkbox key={type} value={type} label={t(`webhooks.events.${type}`)} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
