import type { JobSummary } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { jobQueries } from '../../queries/jobs';

/** Returns the number of runs of a job in any state. */
export function countRuns({ counts }: JobSummary): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Returns a function that names what a job runs. One-off code and updates have no names of their own. */
export function useJobName(): (job: JobSummary) => string {
  const { t } = useTranslation('jobs');
  return ({ kind, name }) => (kind === 'execute' || kind === 'update' ? t(`kinds.${kind}`) : name);
}

/** The name of what a job runs, or the ID of the job while it loads. */
export function JobName({ jobId }: { jobId: string }) {
  const jobName = useJobName();
  const { data } = useQuery(jobQueries.snapshot(jobId));
  return data ? jobName(data) : jobId;
}
