import type { Device, DroverEvent, Run } from '@drover/sdk';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchEvents } from '../lib/live';
import { sessionEnded } from '../lib/session';
import { dropDevice, keepDevices } from '../queries/devices';
import { keepRuns } from '../queries/runs';

/** Counters of jobs, and the inbox, are read again this long after a change: what many devices do comes often. */
const readDelayMs = 800;

/** Keeps what was read as it is now. */
export function LiveUpdates() {
  const client = useQueryClient();
  const hasEnded = sessionEnded.use();
  useEffect(() => {
    if (hasEnded) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stale = new Set<string>();
    const read = () => {
      timer = undefined;
      for (const name of stale) void client.invalidateQueries({ queryKey: [name] });
      stale.clear();
    };
    watchEvents(
      { types: ['device', 'run', 'message'] },
      {
        signal: controller.signal,
        onEvents: (events) => {
          for (const name of apply(client, events)) stale.add(name);
          if (stale.size > 0) timer ??= setTimeout(read, readDelayMs);
        },
      },
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, hasEnded]);
  return null;
}

/** Keeps what events carry, and names the lists that have to be read again. */
function apply(client: QueryClient, events: DroverEvent[]): string[] {
  const devices: Device[] = [];
  const runs: Run[] = [];
  for (const event of events) {
    if (event.type === 'device') devices.push(event.device);
    if (event.type === 'run') runs.push(event.run);
  }
  if (events.some(({ type }) => type === 'reset')) {
    void client.invalidateQueries();
    return ['jobs'];
  }
  if (devices.length > 0) keepDevices(client, devices);
  for (const event of events) if (event.type === 'device.removed') dropDevice(client, event.deviceId);
  if (runs.length > 0) keepRuns(client, runs);
  const hasMessages = events.some(({ type }) => type === 'message');
  return [...(runs.length > 0 ? ['jobs'] : []), ...(hasMessages ? ['messages'] : [])];
}
