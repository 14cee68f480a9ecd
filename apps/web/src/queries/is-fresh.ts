import type { UseQueryResult } from '@tanstack/react-query';

/** Whether a query was answered since its component appeared. Forms that save a record do not start with a cached copy. */
export function isFresh({ isSuccess, isFetchedAfterMount }: UseQueryResult): boolean {
  return isSuccess && isFetchedAfterMount;
}
