import { hasEnded, type Device, type DroverEvent, type Run, type RunEvent, type RunState } from '@drover/sdk';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToEvents } from '../lib/event-stream';
import { sessionEnded } from '../lib/session';
import { removeDeviceFromCache, upsertDevicesInCache } from '../queries/devices';
import { addResultsToCache } from '../queries/results';
import { upsertRunsInCache } from '../queries/runs';

/** Delay before jobs, messages and approvals are fetched again, because events of many devices arrive in bursts. */
const refetchDelayMs = 800;

/** Applies events to the query cache. */
export function LiveUpdates() {
  const client = useQueryClient();
  const hasEnded = sessionEnded.use();
  useEffect(() => {
    if (hasEnded) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const staleKeys = new Set<string>();
    const states = new Map<string, RunState>();
    const refetch = () => {
      timer = undefined;
      for (const key of staleKeys) void client.invalidateQueries({ queryKey: [key] });
      staleKeys.clear();
    };
    subscribeToEvents(
      { types: ['device', 'run', 'artifact', 'message', 'approval'] },
      {
        signal: controller.signal,
        onEvents: (events) => {
          for (const key of applyEvents(client, events, states)) staleKeys.add(key);
          if (staleKeys.size > 0) timer ??= setTimeout(refetch, refetchDelayMs);
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

/**
 * Writes the records of events to the cache. Returns the query keys to fetch again. `states` has the last known states of
 * open runs, so that events of their progress fetch nothing.
 */
function applyEvents(client: QueryClient, events: DroverEvent[], states: Map<string, RunState>): string[] {
  const devices: Device[] = [];
  const runEvents: RunEvent[] = [];
  for (const event of events) {
    if (event.type === 'device') devices.push(event.device);
    if (event.type === 'run') runEvents.push(event);
  }
  const runs = runEvents.map(({ run }) => run);
  if (events.some(({ type }) => type === 'reset')) {
    void client.invalidateQueries();
    return ['jobs'];
  }
  if (devices.length > 0) upsertDevicesInCache(client, devices);
  for (const event of events)
    if (event.type === 'device.removed') removeDeviceFromCache(client, event.deviceId);
  if (runs.length > 0) {
    upsertRunsInCache(client, runs);
    addResultsToCache(client, runEvents);
  }
  const hasMessages = events.some(({ type }) => type === 'message');
  const hasArtifacts = events.some(({ type }) => type === 'artifact');
  const hasApprovals = events.some(({ type }) => type === 'approval');
  const haveChanged = runs.filter((run) => noteState(run, states)).length > 0;
  return [
    ...(haveChanged ? ['jobs'] : []),
    ...(hasMessages ? ['messages'] : []),
    ...(hasArtifacts ? ['artifacts'] : []),
    ...(hasApprovals ? ['approvals'] : []),
  ];
}

/** Returns whether the run has another state than the last known one. */
function noteState({ _id, state }: Run, states: Map<string, RunState>): boolean {
  const isKnown = states.get(_id) === state;
  if (hasEnded(state)) states.delete(_id);
  else states.set(_id, state);
  return !isKnown;
}
