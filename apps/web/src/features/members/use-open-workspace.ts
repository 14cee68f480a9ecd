import { useMutation } from '@tanstack/react-query';
import { drover } from '../../lib/drover';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** Continues the session in another workspace, on its first page. */
export function useOpenWorkspace() {
  const showError = useErrorNotification();
  return useMutation({
    mutationFn: (workspaceId: string) => drover.workspaces.switch(workspaceId),
    // A reload leaves nothing of the former workspace in memory.
    onSuccess: () => window.location.assign('/'),
    onError: showError,
  });
}
