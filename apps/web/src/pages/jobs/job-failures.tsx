import type { Failure, Job } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureList } from '../../features/failures/failure-list';
import { editorPageOf } from '../../features/jobs/script-page';
import { RerunDialog } from '../../features/rollouts/rerun-dialog';
import { failureQueries } from '../../queries/failures';

interface Props {
  job: Job;
  chosenId: string | null;
  onChoose: (failureId: string | null) => void;
}

/** The causes for which runs of a job failed. Shows nothing if none failed. */
export function JobFailures({ job, chosenId, onChoose }: Props) {
  const { failed, timed_out, lost, rejected, expired, queued, running, stopping } = job.counts;
  const hasFailed = failed + timed_out + lost + rejected + expired > 0;
  const isOpen = queued + running + stopping > 0;
  const { data } = useQuery({ ...failureQueries.listByJob(job._id, isOpen), enabled: hasFailed });
  const [rerun, setRerun] = useState<Failure | null>(null);
  if (!hasFailed || !data || data.items.length === 0) return null;
  return (
    <>
      <FailureList
        failures={data.items}
        editorPage={editorPageOf(job)}
        chosenId={chosenId}
        onChoose={onChoose}
        onRerun={setRerun}
      />
      {rerun && <RerunDialog job={job} failure={rerun} onClose={() => setRerun(null)} />}
    </>
  );
}
