import type { ScheduleSummary } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { useConfirmMany } from '../../ui/dialogs/confirm-many';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** Counts the devices on which a schedule would run now. */
export type CountDevices = (schedule: ScheduleSummary) => Promise<number>;

/** Runs a schedule now, and opens the job. Asks before a run on many devices. The caller renders the dialog. */
export function useRunNow(schedule: ScheduleSummary, countDevices: CountDevices) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onError = useErrorNotification();
  const run = useMutation({
    mutationFn: () => drover.schedules.run(schedule._id),
    onSuccess: (job) => {
      void client.invalidateQueries({ queryKey: ['schedules'] });
      void navigate(`/jobs/${job._id}`);
    },
    onError,
  });
  const confirm = useConfirmMany(run.mutate);
  const start = useMutation({
    mutationFn: () => countDevices(schedule),
    onSuccess: confirm.startOn,
    onError,
  });
  return { start: () => start.mutate(), isPending: start.isPending || run.isPending, dialog: confirm.dialog };
}

/** Returns the mutation that pauses or resumes a schedule. */
export function usePause({ _id, isPaused }: ScheduleSummary) {
  const client = useQueryClient();
  const onError = useErrorNotification();
  return useMutation({
    mutationFn: () => drover.schedules.update(_id, { isPaused: !isPaused }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['schedules'] }),
    onError,
  });
}
