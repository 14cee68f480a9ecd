import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** A mutation of a devscript or its published script, with a notification when it is done. */
export function useDevscriptMutation<Result, Input = void>(
  mutate: (input: Input) => Promise<Result>,
  getMessage: (result: Result) => string,
): UseMutationResult<Result, unknown, Input> {
  const client = useQueryClient();
  const showError = useErrorNotification();
  return useMutation({
    mutationFn: mutate,
    onSuccess: (result) => void notifications.show({ message: getMessage(result) }),
    onError: showError,
    // Also after a failure, which may be due to stale data.
    onSettled: () =>
      Promise.all(
        ['devscripts', 'scripts', 'listings', 'reviews'].map((family) =>
          client.invalidateQueries({ queryKey: [family] }),
        ),
      ),
  });
}
