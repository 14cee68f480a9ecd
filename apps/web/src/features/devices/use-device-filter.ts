import { useUrlFilter } from '../../ui/lists/url-filter';
import type { DeviceFilter } from './device-filter';

/** Returns the filter from the URL, and functions to change and clear it. */
export function useDeviceFilter(): [DeviceFilter, (change: Partial<DeviceFilter>) => void, () => void] {
  const { filter, change, clear } = useUrlFilter(['search', 'state', 'tag', 'brand', 'version', 'group']);
  const state = filter.state === 'online' || filter.state === 'offline' ? filter.state : 'all';
  const changeFilter = (changes: Partial<DeviceFilter>) =>
    change({ ...changes, ...(changes.state === 'all' && { state: '' }) });
  return [{ ...filter, state }, changeFilter, clear];
}
