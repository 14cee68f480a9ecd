import { isUnauthorized } from '@drover/sdk';
import { useMutation } from '@tanstack/react-query';
import { drover } from '../../lib/drover';
import { mayBeSignedIn } from '../../lib/session';
import { useShowFailure } from '../../ui/show-failure';

/** Ends the session of this browser, and begins anew at the sign-in. */
export function useSignOut() {
  const showFailure = useShowFailure();
  const leave = () => {
    mayBeSignedIn.set(false);
    window.location.assign('/');
  };
  return useMutation({
    mutationFn: () => drover.sessions.remove(),
    onSuccess: leave,
    onError: (error) => (isUnauthorized(error) ? leave() : showFailure(error)),
  });
}
