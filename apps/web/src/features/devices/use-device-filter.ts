import { useSearchParams } from 'react-router';
import type { DeviceFilter } from './device-filter';

/** Returns the filter from the URL, and functions to change and clear it. */
export function useDeviceFilter(): [DeviceFilter, (change: Partial<DeviceFilter>) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const state = params.get('state');
  const filter: DeviceFilter = {
    search: params.get('search') ?? '',
    state: state === 'online' || state === 'offline' ? state : 'all',
    tag: params.get('tag') ?? '',
    brand: params.get('brand') ?? '',
    version: params.get('version') ?? '',
    group: params.get('group') ?? '',
  };
  const change = (changes: Partial<DeviceFilter>) => {
    const next = Object.entries({ ...filter, ...changes }).filter(
      ([, value]) => value !== '' && value !== 'all',
    );
    // Synchronously, so that the search field does not lose letters that are typed meanwhile.
    setParams(Object.fromEntries(next), { replace: true, preventScrollReset: true, flushSync: true });
  };
  return [filter, change, () => setParams({}, { replace: true })];
}
