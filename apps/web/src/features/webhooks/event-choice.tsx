import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import { webhookEventTypes, type Webhook } from '@drover/sdk';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  events: Webhook['events'];
  onChange: (events: Webhook['events']) => void;
}

/** A choice between all events and selected ones. */
export function EventChoice({ events, onChange }: Props) {
  const { t } = useTranslation('webhooks');
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('eventsField')}
        value={events === 'all' ? 'all' : 'chosen'}
        onChange={(value) => onChange(value === 'all' ? 'all' : ['job.finished'])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('all')} />
          <Radio value="chosen" label={t('chosen')} />
        </Stack>
      </Radio.Group>
      {events !== 'all' && (
        <Checkbox.Group
          aria-label={t('chosen')}
          value={events}
          onChange={(chosen) => onChange(webhookEventTypes.filter((type) => chosen.includes(type)))}
          error={events.length === 0 && t('noEvent')}
        >
          <Stack gap="xs" pl="xl" mb={4}>
            {webhookEventTypes.map((type) => (
              <Checkbox key={type} value={type} label={t(`events.${type}`)} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
