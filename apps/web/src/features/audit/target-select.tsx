import type { AuditEntry } from '@drover/sdk';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecordId } from '../../lib/record-id';
import { targetQuery } from '../../queries/audit-target';
import { searchQuery } from '../../queries/search';
import { FilterSelect } from '../../ui/lists/filter-select';
import { describeTarget } from './audit-actions';

interface Props {
  value: string;
  onChange: (targetId: string) => void;
  /** The loaded entries, whose targets can be chosen without a search. */
  entries: AuditEntry[];
}

const typingPauseMs = 150;
/** The name of a secret, which is its ID. */
const secretNamePattern = /^[A-Z][A-Z0-9_]+$/;

/** A dropdown of the records that were changed. The server searches others by name. An ID finds deleted ones too. */
export function TargetSelect({ value, onChange, entries }: Props) {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search.trim(), typingPauseMs);
  const { data } = useQuery({ ...searchQuery(text), enabled: text !== '' && !isRecordId(text) });
  const targets = new Map<string, string>();
  const add = (id: string, name: string) => targets.has(id) || targets.set(id, name);
  if (data && text) {
    const { devices, devscripts, scripts, presets, schedules } = data;
    for (const { _id, name } of [...devices, ...devscripts, ...scripts, ...presets, ...schedules]) {
      add(_id, name);
    }
  }
  // The newest entry first, as a record may have been renamed.
  for (const entry of entries) if (entry.targetId) add(entry.targetId, describeTarget(entry, t));
  const isUnknown = isRecordId(value) && !targets.has(value);
  const { data: chosen } = useQuery({ ...targetQuery(value), enabled: isUnknown });
  if (chosen && isUnknown) add(value, describeTarget(chosen, t));
  if (isRecordId(text) || secretNamePattern.test(text)) add(text, text);
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
