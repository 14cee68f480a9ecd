import { isApiError, isUnauthorized } from '@drover/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { accessLost, sessionEnded } from './session';

const markSessionEnded = (error: unknown) => {
  if (isUnauthorized(error) && error.code === 1040) sessionEnded.set(true);
  if (isApiError(error) && error.code === 1049) accessLost.set(true);
};

/** The SDK retries failed requests, so queries retry only once and only for other errors. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: markSessionEnded }),
  mutationCache: new MutationCache({ onError: markSessionEnded }),
  defaultOptions: {
    queries: { retry: (count, error) => !isApiError(error) && count < 1 },
    mutations: { networkMode: 'always' },
  },
});

/** Live events keep these up to date, so they are not fetched again on each navigation. */
for (const kind of ['devices', 'runs', 'jobs', 'messages']) {
  queryClient.setQueryDefaults([kind], { staleTime: 10_000 });
}
