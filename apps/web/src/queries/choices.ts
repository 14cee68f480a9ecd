import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const searchedDevices = 30;
const newestJobs = 50;

/** Records to choose from in filters. */
export const choiceQueries = {
  /** Devices whose name contains a text. */
  devices: (name: string) =>
    queryOptions({
      queryKey: ['devices', 'choices', name],
      queryFn: ({ signal }) =>
        drover.devices.list({ limit: searchedDevices, ...(name && { name }) }, { signal }),
      select: ({ items }) => items.map((device) => ({ value: device._id, label: device.name })),
      placeholderData: keepPreviousData,
    }),

  /** The newest jobs, of all scripts or of one. */
  jobs: (scriptId: string) =>
    queryOptions({
      queryKey: ['jobs', 'choices', scriptId],
      queryFn: ({ signal }) =>
        drover.jobs.list({ limit: newestJobs, ...(scriptId && { scriptId }) }, { signal }),
    }),
};
