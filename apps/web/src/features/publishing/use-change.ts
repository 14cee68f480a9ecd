import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useShowFailure } from '../../ui/show-failure';

/** A change of a devscript or of what it was published as, and what it is told by when it is done. */
export function useChange<Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  wordsFor: (result: Result) => string,
): UseMutationResult<Result, unknown, Input> {
  const client = useQueryClient();
  const showFailure = useShowFailure();
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => void notifications.show({ message: wordsFor(result) }),
    onError: showFailure,
    // After a failure as well: what is shown may be older than what the service refused by.
    onSettled: () =>
      Promise.all(
        ['devscripts', 'scripts', 'listings', 'reviews'].map((family) =>
          client.invalidateQueries({ queryKey: [family] }),
        ),
      ),
  });
}
