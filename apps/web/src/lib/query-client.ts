import { isApiError, isUnauthorized } from '@drover/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionEnded } from './session';

const forgetSession = (error: unknown) => {
  if (isUnauthorized(error) && error.code === 1040) sessionEnded.set(true);
};

/** The SDK repeats what is worth repeating. What was read is shown at once, and read again where it is opened. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetSession }),
  mutationCache: new MutationCache({ onError: forgetSession }),
  defaultOptions: {
    queries: { retry: (count, error) => !isApiError(error) && count < 1 },
    mutations: { networkMode: 'always' },
  },
});

/** Live events keep these fresh: they need not be read at each step from page to page. */
for (const kind of ['devices', 'runs', 'jobs', 'messages']) {
  queryClient.setQueryDefaults([kind], { staleTime: 10_000 });
}
