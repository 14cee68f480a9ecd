import type { Failure, Job, RunState } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FailureList } from '../../features/failures/failure-list';
import { RerunDialog } from '../../features/rollouts/rerun-dialog';
import { failureQueries } from '../../queries/failures';

const failedStates: RunState[] = ['failed', 'timed_out', 'lost', 'rejected', 'expired'];

interface Props {
  job: Job;
  counts: Partial<Record<RunState, number>>;
  isOpen: boolean;
  chosenId: string | null;
  onChoose: (failureId: string | null) => void;
}

/** The causes for which runs of a job failed. Shows nothing if none failed. */
export function JobFailures({ job, counts, isOpen, chosenId, onChoose }: Props) {
  const hasFailed = failedStates.some((state) => (counts[state] ?? 0) > 0);
  const { data } = useQuery({ ...failureQueries.listByJob(job._id, isOpen), enabled: hasFailed });
  const [rerun, setRerun] = useState<Failure | null>(null);
  if (!hasFailed || !data || data.items.length === 0) return null;
  return (
    <>
      <FailureList failures={data.items} chosenId={chosenId} onChoose={onChoose} onRerun={setRerun} />
      {rerun && <RerunDialog job={job} failure={rerun} onClose={() => setRerun(null)} />}
    </>
  );
}

/** Returns the IDs of the runs of a failure, or undefined if none is chosen. */
export function useRunsOfFailure(jobId: string, failureId: string | null): Set<string> | undefined {
  const { data } = useQuery({
    ...failureQueries.runIds(jobId, failureId ?? ''),
    enabled: failureId !== null,
  });
  return useMemo(() => (failureId === null ? undefined : data && new Set(data)), [data, failureId]);
}
