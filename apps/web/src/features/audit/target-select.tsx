import type { AuditEntry } from '@drover/sdk';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchQuery } from '../../queries/search';
import { FilterSelect } from '../../ui/lists/filter-select';

interface Props {
  value: string;
  onChange: (targetId: string) => void;
  /** The loaded entries, whose targets can be chosen without a search. */
  entries: AuditEntry[];
}

const typingPauseMs = 150;
/** An ID of a record, or the name of a secret, which is its ID. */
const idPattern = /^([0-9a-f]{24}|[A-Z][A-Z0-9_]+)$/;

/** A dropdown of the records that were changed. The server searches others by name. An ID finds deleted ones too. */
export function TargetSelect({ value, onChange, entries }: Props) {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search.trim(), typingPauseMs);
  const isId = idPattern.test(text);
  const { data } = useQuery({ ...searchQuery(text), enabled: text !== '' && !isId });
  const targets = new Map<string, string>(isId ? [[text, text]] : []);
  if (data && text) {
    const { devices, devscripts, scripts, presets, schedules } = data;
    for (const { _id, name } of [...devices, ...devscripts, ...scripts, ...presets, ...schedules]) {
      targets.set(_id, name);
    }
  }
  for (const { targetId, targetName } of entries) if (targetId) targets.set(targetId, targetName ?? targetId);
  return (
    <FilterSelect
      isSearchable
      label={t('target')}
      choices={[...targets].map(([id, label]) => ({ value: id, label }))}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
    />
  );
}
