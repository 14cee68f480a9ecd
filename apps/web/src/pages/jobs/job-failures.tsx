import type { Failure, Job } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureList } from '../../features/failures/failure-list';
import { editorPageOf } from '../../lib/script-page';
import { RerunDialog } from '../../features/rollouts/rerun-dialog';
import { failureQueries } from '../../queries/failures';

/** The causes for which runs of a job failed. Asks the server only if some failed. */
export function useJobFailures({ _id, counts }: Job) {
  const { failed, timed_out, lost, rejected, expired, queued, running, stopping } = counts;
  const hasFailed = failed + timed_out + lost + rejected + expired > 0;
  const isOpen = queued + running + stopping > 0;
  return useQuery({ ...failureQueries.listByJob(_id, isOpen), enabled: hasFailed });
}

interface Props {
  job: Job;
  failures: Failure[];
  chosenId: string | null;
  onChoose: (failureId: string | null) => void;
}

/** The causes for which runs of a job failed. Shows nothing if there are none. */
export function JobFailures({ job, failures, chosenId, onChoose }: Props) {
  const [rerun, setRerun] = useState<Failure | null>(null);
  if (failures.length === 0) return null;
  return (
    <>
      <FailureList
        failures={failures}
        editorPage={editorPageOf(job)}
        chosenId={chosenId}
        onChoose={onChoose}
        onRerun={setRerun}
      />
      {rerun && <RerunDialog job={job} failure={rerun} onClose={() => setRerun(null)} />}
    </>
  );
}
