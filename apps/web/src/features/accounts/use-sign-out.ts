import { isUnauthorized } from '@drover/sdk';
import { useMutation } from '@tanstack/react-query';
import { drover } from '../../lib/drover';
import { signedInHint } from '../../lib/session';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** Ends the session and reloads the console at the sign-in page. */
export function useSignOut() {
  const showError = useErrorNotification();
  const goToSignIn = () => {
    signedInHint.set(false);
    window.location.assign('/');
  };
  return useMutation({
    mutationFn: () => drover.sessions.remove(),
    onSuccess: goToSignIn,
    onError: (error) => (isUnauthorized(error) ? goToSignIn() : showError(error)),
  });
}
