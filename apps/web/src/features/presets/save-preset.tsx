import { LIMITS } from '@drover/contract/limits';
import type { CreateJob } from '@drover/sdk';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { presetQueries } from '../../queries/presets';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { ErrorLine } from '../../ui/failure';
import { BoltIcon } from '../../ui/icons';

/** Keeps what the form says under a name, to be run by one tap. */
export function SavePreset({ request }: { request?: CreateJob }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState<string>();
  const isValid = Boolean(name?.trim()) && isWithin(name ?? '', LIMITS.presetNameChars);
  const save = useMutation({
    mutationFn: (preset: CreateJob) => drover.presets.create({ ...preset, name: (name ?? '').trim() }),
    onSuccess: (preset) => {
      notifications.show({ message: t('runDialog.preset.saved', { name: preset.name }) });
      void client.invalidateQueries(presetQueries.list());
      setName(undefined);
    },
  });
  const saveNow = () => {
    if (request && isValid && !save.isPending) save.mutate(request);
  };
  // Enter is for the name that it is typed into, not for the run around it.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    saveNow();
  };
  if (name === undefined) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<BoltIcon size={15} />}
        disabled={!request}
        onClick={() => setName('')}
      >
        {t('runDialog.preset.save')}
      </Button>
    );
  }
  return (
    <div>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <CountedInput
          label={t('runDialog.preset.name')}
          limit={LIMITS.presetNameChars}
          value={name}
          onChange={setName}
          onKeyDown={press}
          style={{ flex: 1 }}
          autoFocus
        />
        <Button variant="default" onClick={saveNow} loading={save.isPending} disabled={!request || !isValid}>
          {t('runDialog.preset.do')}
        </Button>
      </Group>
      <ErrorLine error={save.error} mt={4} />
    </div>
  );
}
