import { isApiError, isUnauthorized } from '@drover/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { accessLost, sessionEnded } from './session';

/** The errors of a caller who has to sign in as the workspace requires. The account then says how. */
const requirementCodes = [1053, 1073];

/** Takes note of an error that says that the caller has no access any more. */
export const markSessionEnded = (error: unknown) => {
  if (isApiError(error) && requirementCodes.includes(error.code)) {
    void queryClient.invalidateQueries({ queryKey: ['account'] });
  }
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
