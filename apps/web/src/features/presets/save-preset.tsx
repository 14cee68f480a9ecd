import { LIMITS } from '@drover/contract/limits';
import type { CreateJob } from '@drover/sdk';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { presetQueries } from '../../queries/presets';
import { useHasRole } from '../../roles/use-has-role';
import { BoltIcon } from '../../ui/display/icons';
import { ErrorText } from '../../ui/feedback/error-alert';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';

interface Props {
  request?: CreateJob;
  /** Shows what is wrong with the inputs. Returns whether nothing is. */
  validate: () => boolean;
}

/** Saves the run form as a preset. */
export function SavePreset({ request, validate }: Props) {
  const { t } = useTranslation('run-dialog');
  const hasRole = useHasRole();
  const client = useQueryClient();
  const [name, setName] = useState<string>();
  const isValid = Boolean(name?.trim()) && isWithinLimit(name ?? '', LIMITS.presetNameChars);
  const save = useMutation({
    mutationFn: (preset: CreateJob) => drover.presets.create({ ...preset, name: (name ?? '').trim() }),
    onSuccess: (preset) => {
      notifications.show({ message: t('preset.saved', { name: preset.name }) });
      void client.invalidateQueries(presetQueries.list());
      setName(undefined);
    },
  });
  const saveNow = () => {
    if (request && isValid && !save.isPending && validate()) save.mutate(request);
  };
  // Enter saves the preset. Without this it would submit the run form around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    saveNow();
  };
  if (!hasRole('editor')) return null;
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
        {t('preset.save')}
      </Button>
    );
  }
  return (
    <div>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <CountedInput
          label={t('preset.name')}
          limit={LIMITS.presetNameChars}
          value={name}
          onChange={setName}
          onKeyDown={onKeyDown}
          style={{ flex: 1 }}
          autoFocus
        />
        <Button variant="default" onClick={saveNow} loading={save.isPending} disabled={!request || !isValid}>
          {t('preset.do')}
        </Button>
      </Group>
      <ErrorText error={save.error} mt={4} />
    </div>
  );
}
