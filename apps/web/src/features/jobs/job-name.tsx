import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { jobQueries } from '../../queries/jobs';
import { jobNameOf } from './job-facts';

/** What a job runs, by name; its id until that is known. */
export function JobName({ jobId }: { jobId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(jobQueries.snapshot(jobId));
  return data ? (jobNameOf(data) ?? t('jobs.kinds.execute')) : jobId;
}
