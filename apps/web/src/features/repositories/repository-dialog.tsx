import { LIMITS } from '@drover/contract/limits';
import type { CreateRepository } from '@drover/sdk';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';

interface Props {
  title: string;
  action: string;
  fields: CreateRepository;
  save: (fields: CreateRepository) => Promise<void>;
  onClose: () => void;
}

const isInterval = (text: string) =>
  text === '' || (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= LIMITS.repositoryIntervalMinutesMax);

/** The texts of the fields, and what they mean. */
function useRepositoryFields(fields: CreateRepository) {
  const [texts, setTexts] = useState({
    name: fields.name,
    url: fields.url,
    ref: fields.ref ?? '',
    folder: fields.folder ?? '',
    secretName: fields.secretName ?? '',
    pushRef: fields.pushRef ?? '',
    intervalMinutes: String(fields.intervalMinutes ?? ''),
    knownHosts: fields.knownHosts ?? '',
  });
  const trimmed = Object.entries(texts).map(([key, text]) => [key, text.trim()]);
  const values = Object.fromEntries(trimmed) as typeof texts;
  return {
    texts,
    change: (key: keyof typeof texts, text: string) => setTexts((current) => ({ ...current, [key]: text })),
    repository: {
      name: values.name,
      url: values.url,
      ref: values.ref || null,
      folder: values.folder,
      secretName: values.secretName || null,
      pushRef: values.pushRef || null,
      intervalMinutes: values.intervalMinutes === '' ? null : Number(values.intervalMinutes),
      knownHosts: values.knownHosts || null,
    },
    isValid:
      values.name !== '' &&
      isWithinLimit(values.name, LIMITS.repositoryNameChars) &&
      values.url !== '' &&
      isInterval(values.intervalMinutes),
  };
}

/** A form for a new or an existing repository. */
export function RepositoryDialog({ title, action, fields, save, onClose }: Props) {
  const { t } = useTranslation('repositories');
  const client = useQueryClient();
  const { texts, change, repository, isValid } = useRepositoryFields(fields);
  const saving = useMutation({
    mutationFn: () => save(repository),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['repositories'] });
      onClose();
    },
  });
  const inputOf = (key: keyof typeof texts) => ({
    label: t(key),
    value: texts[key],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change(key, value),
  });
  return (
    <FormDialog title={title} action={action} isValid={isValid} mutation={saving} onClose={onClose}>
      <CountedInput
        label={t('name')}
        limit={LIMITS.repositoryNameChars}
        value={texts.name}
        onChange={(name) => change('name', name)}
      />
      <TextInput {...inputOf('url')} description={t('urlHelp')} maxLength={LIMITS.repositoryUrlChars} />
      <TextInput {...inputOf('ref')} description={t('refHelp')} maxLength={LIMITS.repositoryRefChars} />
      <TextInput
        {...inputOf('folder')}
        description={t('folderHelp')}
        maxLength={LIMITS.repositoryFolderChars}
      />
      <TextInput
        {...inputOf('secretName')}
        description={t('secretHelp')}
        maxLength={LIMITS.secretNameChars}
      />
      <TextInput {...inputOf('intervalMinutes')} description={t('intervalHelp')} inputMode="numeric" />
      <TextInput
        {...inputOf('pushRef')}
        description={t('pushRefHelp')}
        maxLength={LIMITS.repositoryRefChars}
      />
      <Textarea
        {...inputOf('knownHosts')}
        description={t('knownHostsHelp')}
        maxLength={LIMITS.repositoryKnownHostsChars}
        autosize
        maxRows={4}
      />
    </FormDialog>
  );
}
