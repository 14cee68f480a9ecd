import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const presetQueries = {
  /** All presets of the account. */
  list: () =>
    queryOptions({ queryKey: ['presets'], queryFn: ({ signal }) => drover.presets.list({}, { signal }) }),
};
