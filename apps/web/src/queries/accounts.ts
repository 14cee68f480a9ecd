import { isUnauthorized } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { signedInHint } from '../lib/session';

export const accountQueries = {
  /** Public facts about the installation. */
  installation: () =>
    queryOptions({
      queryKey: ['installation'],
      queryFn: ({ signal }) => drover.installation.get({ signal }),
    }),

  /** The signed-in account, or `null`. */
  current: () =>
    queryOptions({
      queryKey: ['account'],
      staleTime: Infinity,
      queryFn: async ({ signal }) => {
        // Skips the request if this browser never signed in, because a 401 would show up in its console.
        if (!signedInHint.get()) return null;
        try {
          return await drover.accounts.get({ signal });
        } catch (error) {
          if (isUnauthorized(error)) return null;
          throw error;
        }
      },
    }),
};

export const identityQueries = {
  /** The accounts at identity providers with which the person signs in. */
  list: () =>
    queryOptions({
      queryKey: ['identities'],
      queryFn: ({ signal }) => drover.identities.list({ signal }),
    }),
};
