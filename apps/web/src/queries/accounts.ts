import { isUnauthorized } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { mayBeSignedIn } from '../lib/session';

export const accountQueries = {
  /** What anyone may know of the service. */
  installation: () =>
    queryOptions({
      queryKey: ['installation'],
      queryFn: ({ signal }) => drover.installation.get({ signal }),
    }),

  /** Who is signed in; nobody is `null`. */
  current: () =>
    queryOptions({
      queryKey: ['account'],
      staleTime: Infinity,
      queryFn: async ({ signal }) => {
        // Who never signed in here is nobody: asking would only bring an error to the browser's console.
        if (!mayBeSignedIn.get()) return null;
        try {
          return await drover.accounts.get({ signal });
        } catch (error) {
          if (isUnauthorized(error)) return null;
          throw error;
        }
      },
    }),
};
