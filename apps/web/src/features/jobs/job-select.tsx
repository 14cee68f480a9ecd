import { useQuery } from '@tanstack/react-query';
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

/** A dropdown of the newest jobs. */
export function JobSelect({ value, scriptId, onChange }: Props) {
  const { t, i18n } = useTranslation('filters');
  const jobName = useJobName();
  const { data } = useQuery(choiceQueries.jobs(scriptId));
  const { data: chosen } = useQuery({ ...jobQueries.snapshot(value), enabled: value !== '' });
  const others = (data?.items ?? []).filter(({ _id }) => _id !== value);
  const jobs = chosen && value ? [chosen, ...others] : others;
  const choices = jobs.map((job) => ({
    value: job._id,
    label: `${jobName(job)} · ${formatShortTime(job.createdAt, i18n.language)}`,
  }));
  return <FilterSelect isSearchable label={t('job')} choices={choices} value={value} onChange={onChange} />;
}
