import { isApiError, isUnauthorized } from '@drover/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionEnded } from './session';

const forgetSession = (error: unknown) => {
  if (isUnauthorized(error) && error.code === 1040) sessionEnded.set(true);
};

/** The SDK repeats what is worth repeating; live events keep fresh what was read. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetSession }),
  mutationCache: new MutationCache({ onError: forgetSession }),
  defaultOptions: {
    queries: { retry: (count, error) => !isApiError(error) && count < 1, staleTime: 10_000 },
    mutations: { networkMode: 'always' },
  },
});
