import { isUnauthorized } from '@drover/sdk';
import { useMutation } from '@tanstack/react-query';
import { drover } from '../../lib/drover';
import { signedInHint } from '../../lib/session';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** Ends the session, also the one at an identity provider, and reloads the console at the sign-in page. */
export function useSignOut() {
  const showError = useErrorNotification();
  const leave = (url = '/') => {
    signedInHint.set(false);
    window.location.assign(url);
  };
  return useMutation({
    mutationFn: () => drover.identities.signOut(),
    onSuccess: ({ url }) => leave(url ?? '/'),
    onError: (error) => (isUnauthorized(error) ? leave() : showError(error)),
  });
}
