import type { Device, DroverEvent, Run } from '@drover/sdk';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchEvents } from '../lib/live';
import { sessionEnded } from '../lib/session';
import { dropDevice, keepDevices } from '../queries/devices';
import { keepRuns } from '../queries/runs';

/** Counters of jobs are read again this long after a change: a job of many devices changes often. */
const jobsDelayMs = 800;

/** Keeps what was read as it is now. */
export function LiveUpdates() {
  const client = useQueryClient();
  const hasEnded = sessionEnded.use();
  useEffect(() => {
    if (hasEnded) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readJobs = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: ['jobs'] });
      }, jobsDelayMs);
    };
    watchEvents(
      { types: ['device', 'run'] },
      {
        signal: controller.signal,
        onEvents: (events) => {
          const { hasRuns } = apply(client, events);
          if (hasRuns) readJobs();
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

function apply(client: QueryClient, events: DroverEvent[]): { hasRuns: boolean } {
  const devices: Device[] = [];
  const runs: Run[] = [];
  for (const event of events) {
    if (event.type === 'device') devices.push(event.device);
    if (event.type === 'run') runs.push(event.run);
  }
  if (events.some(({ type }) => type === 'reset')) {
    void client.invalidateQueries();
    return { hasRuns: true };
  }
  if (devices.length > 0) keepDevices(client, devices);
  for (const event of events) if (event.type === 'device.removed') dropDevice(client, event.deviceId);
  if (runs.length > 0) keepRuns(client, runs);
  return { hasRuns: runs.length > 0 };
}
