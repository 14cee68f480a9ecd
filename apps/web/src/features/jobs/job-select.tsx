import type { JobSummary } from '@drover/sdk';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShortTime } from '../../lib/time';
import { choiceQueries } from '../../queries/choices';
import { jobQueries } from '../../queries/jobs';
import { FilterSelect } from '../../ui/lists/filter-select';
import { useJobName } from './job-name';

interface Props {
  value: string;
  /** Offers only jobs of this script. */
  scriptId: string;
  onChange: (jobId: string) => void;
}

const typingPauseMs = 150;

/** A dropdown of the newest jobs. The server searches older ones by name. */
export function JobSelect({ value, scriptId, onChange }: Props) {
  const { t, i18n } = useTranslation('filters');
  const jobName = useJobName();
  const labelOf = (job: JobSummary) => `${jobName(job)} · ${formatShortTime(job.createdAt, i18n.language)}`;
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), typingPauseMs);
  const { data: newest } = useQuery(choiceQueries.jobs(scriptId));
  const { data: snapshot } = useQuery({ ...jobQueries.snapshot(value), enabled: value !== '' });
  const chosen = value ? snapshot : undefined;
  // The field contains the label of the chosen job.
  const text = chosen && typed === labelOf(chosen) ? '' : typed;
  const { data: named } = useQuery({ ...choiceQueries.jobs(scriptId, text), enabled: text !== '' });
  const found = text === '' ? [] : (named?.items ?? []);
  const jobs = [...(chosen ? [chosen] : []), ...(newest?.items ?? []), ...found];
  const choices = new Map(jobs.map((job) => [job._id, { value: job._id, label: labelOf(job) }]));
  return (
    <FilterSelect
      isSearchable
      label={t('job')}
      choices={[...choices.values()]}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
    />
  );
}
