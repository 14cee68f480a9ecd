import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { findDevices } from './devices-by-name';

const searchedDevices = 30;
const newestJobs = 50;

/** Records to choose from in filters. */
export const choiceQueries = {
  /** Devices whose name contains a text, or the newest ones. */
  devices: (name: string) =>
    queryOptions({
      queryKey: ['devices', 'choices', name],
      queryFn: ({ signal }) => findDevices(name, searchedDevices, signal),
      select: (devices) => devices.map((device) => ({ value: device._id, label: device.name })),
      placeholderData: keepPreviousData,
    }),

  /** The newest jobs, of all scripts or of one, whose name contains a text. */
  jobs: (scriptId: string, name = '') =>
    queryOptions({
      queryKey: ['jobs', 'choices', scriptId, name],
      queryFn: ({ signal }) =>
        drover.jobs.list(
          { limit: newestJobs, ...(scriptId && { scriptId }), ...(name && { name }) },
          { signal },
        ),
      placeholderData: keepPreviousData,
    }),
};
