import { useQuery } from '@tanstack/react-query';
import { jobQueries } from '../../queries/jobs';

/** What a job runs, by name; its id until that is known. */
export function JobName({ jobId }: { jobId: string }) {
  const { data } = useQuery({ ...jobQueries.detail(jobId), staleTime: Infinity, refetchOnMount: false });
  return data?.name ?? jobId;
}
