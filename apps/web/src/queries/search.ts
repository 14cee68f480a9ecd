import type { Device, Devscript, JobSummary, PresetSummary, Run, ScheduleSummary, Script } from '@drover/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { orNull } from '../lib/or-null';
import { isRecordId } from '../lib/record-id';
import { findDevices } from './devices-by-name';

/** Results of one kind. */
const itemsPerKind = 6;

/** Records whose name contains a text, or whose ID is the text. */
export interface SearchResults {
  devices: Device[];
  devscripts: Devscript[];
  scripts: Script[];
  presets: PresetSummary[];
  schedules: ScheduleSummary[];
  jobs: JobSummary[];
  run: Run | null;
}

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => (isRecordId(text) ? findById(text, signal) : findByName(text, signal)),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

async function findByName(name: string, signal: AbortSignal): Promise<SearchResults> {
  const page = { name, limit: itemsPerKind };
  const [devices, devscripts, scripts, presets, schedules, jobs] = await Promise.all([
    findDevices(name, itemsPerKind, signal),
    drover.devscripts.list(page, { signal }),
    drover.scripts.list(page, { signal }),
    drover.presets.list(page, { signal }),
    drover.schedules.list(page, { signal }),
    drover.jobs.list(page, { signal }),
  ]);
  return {
    devices,
    devscripts: devscripts.items,
    scripts: scripts.items,
    presets: presets.items,
    schedules: schedules.items,
    jobs: jobs.items,
    run: null,
  };
}

const none: SearchResults = {
  devices: [],
  devscripts: [],
  scripts: [],
  presets: [],
  schedules: [],
  jobs: [],
  run: null,
};

/** Finds a job or a run. A list tells whether it is a job, because browsers log each 404. */
async function findById(id: string, signal: AbortSignal): Promise<SearchResults> {
  const { count } = await drover.runs.list({ jobId: id, limit: 1 }, { signal });
  if (count > 0) return { ...none, jobs: [await drover.jobs.get(id, { signal })] };
  return { ...none, run: await orNull(drover.runs.get(id, { signal })) };
}
