import { LIMITS } from '@drover/contract/limits';
import type { Webhook } from '@drover/sdk';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { EventChoice } from './event-choice';

/** The fields of the form. */
type WebhookFields = Pick<Webhook, 'name' | 'url' | 'events'>;

interface Props {
  title: string;
  action: string;
  fields: WebhookFields;
  save: (fields: WebhookFields) => Promise<void>;
  onClose: () => void;
}

/** A form for the URL, events and name of a new or existing webhook. */
export function WebhookDialog({ title, action, fields, save, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const [url, setUrl] = useState(fields.url);
  const [name, setName] = useState(fields.name ?? '');
  const [events, setEvents] = useState(fields.events);
  const saving = useMutation({
    mutationFn: () => save({ url: url.trim(), name: name.trim() || null, events }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['webhooks'] });
      onClose();
    },
  });
  const isValid =
    /^https?:\/\/./.test(url.trim()) &&
    url.trim().length <= LIMITS.webhookUrlChars &&
    isWithinLimit(name.trim(), LIMITS.webhookNameChars) &&
    events.length > 0;
  return (
    <FormDialog title={title} action={action} isValid={isValid} mutation={saving} onClose={onClose}>
      <TextInput
        label={t('url')}
        description={t('urlHelp')}
        placeholder="https://hooks.example.org/drover"
        type="url"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <CountedInput
        label={t('name')}
        placeholder={t('namePlaceholder')}
        limit={LIMITS.webhookNameChars}
        value={name}
        onChange={setName}
      />
      <EventChoice events={events} onChange={setEvents} />
    </FormDialog>
  );
}
