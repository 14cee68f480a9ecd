import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const searchedDevices = 30;

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
};
