import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const memberQueries = {
  /** The members of the workspace. */
  list: () =>
    queryOptions({
      queryKey: ['members'],
      queryFn: ({ signal }) => readAll((paging) => drover.members.iterate(paging, { signal })),
    }),
};

export const invitationQueries = {
  /** The invitations that can still be used. */
  list: () =>
    queryOptions({
      queryKey: ['invitations'],
      queryFn: ({ signal }) => readAll((paging) => drover.invitations.iterate(paging, { signal })),
    }),

  /** What the invitation with a token offers. */
  offer: (token: string) =>
    queryOptions({
      queryKey: ['invitations', 'offer', token],
      queryFn: ({ signal }) => drover.invitations.lookUp({ token }, { signal }),
      staleTime: Infinity,
    }),
};

export const workspaceQueries = {
  /** The workspaces of the signed-in person. */
  list: () =>
    queryOptions({
      queryKey: ['workspaces'],
      queryFn: ({ signal }) => drover.workspaces.list({ signal }),
    }),
};
