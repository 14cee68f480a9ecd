import type { Job } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { jobQueries } from '../../queries/jobs';

/** Number of runs of a job, in whatever state. */
export function totalOf({ counts }: Job): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** What a job runs, by name; code that was run once has none. */
export function jobNameOf({ kind, name }: Job, t: TFunction): string {
  return kind === 'execute' ? t('jobs.kinds.execute') : name;
}

/** What a job runs, by name; its id until that is known. */
export function JobName({ jobId }: { jobId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(jobQueries.snapshot(jobId));
  return data ? jobNameOf(data, t) : jobId;
}
