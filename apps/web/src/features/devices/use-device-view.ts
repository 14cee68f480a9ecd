import { useSearchParams } from 'react-router';
import type { DeviceView } from './device-filter';

/** The view that the address names, and a way to change it. */
export function useDeviceView(): [DeviceView, (change: Partial<DeviceView>) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const state = params.get('state');
  const view: DeviceView = {
    search: params.get('search') ?? '',
    state: state === 'online' || state === 'offline' ? state : 'all',
    tag: params.get('tag') ?? '',
    brand: params.get('brand') ?? '',
    version: params.get('version') ?? '',
    group: params.get('group') ?? '',
  };
  const change = (changes: Partial<DeviceView>) => {
    const next = Object.entries({ ...view, ...changes }).filter(
      ([, value]) => value !== '' && value !== 'all',
    );
    setParams(Object.fromEntries(next), { replace: true, preventScrollReset: true });
  };
  return [view, change, () => setParams({}, { replace: true })];
}
