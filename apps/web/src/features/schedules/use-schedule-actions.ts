import type { ScheduleSummary } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** Returns the mutations that run a schedule now, and that pause or resume it. */
export function useScheduleActions({ _id, isPaused }: ScheduleSummary) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onError = useErrorNotification();
  const refresh = () => client.invalidateQueries({ queryKey: ['schedules'] });
  const run = useMutation({
    mutationFn: () => drover.schedules.run(_id),
    onSuccess: (job) => {
      void refresh();
      void navigate(`/jobs/${job._id}`);
    },
    onError,
  });
  const pause = useMutation({
    mutationFn: () => drover.schedules.update(_id, { isPaused: !isPaused }),
    onSuccess: refresh,
    onError,
  });
  return { run, pause };
}
