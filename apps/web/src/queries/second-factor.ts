import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const secondFactorQueries = {
  /** What signing in requires of the person beside the password. */
  current: () =>
    queryOptions({
      queryKey: ['second-factor'],
      queryFn: ({ signal }) => drover.secondFactor.get({ signal }),
    }),
};

export const sessionQueries = {
  /** The browsers in which the person is signed in. */
  list: () =>
    queryOptions({
      queryKey: ['sessions'],
      queryFn: ({ signal }) => drover.sessions.list({ signal }),
    }),
};

export const passkeyQueries = {
  /** The passkeys of the person. */
  list: () =>
    queryOptions({
      queryKey: ['passkeys'],
      queryFn: ({ signal }) => drover.passkeys.list({ signal }),
    }),
};
