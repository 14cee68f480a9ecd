import {
  isNotFound,
  type Device,
  type Devscript,
  type Job,
  type Preset,
  type Run,
  type ScheduleSummary,
  type Script,
} from '@drover/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** Results of one kind, and jobs among which names are searched. */
const itemsPerKind = 6;
const searchedJobs = 50;

const idPattern = /^[0-9a-f]{24}$/i;

/** Records whose name contains a text, or whose ID is the text. */
export interface SearchResults {
  devices: Device[];
  devscripts: Devscript[];
  scripts: Script[];
  presets: Preset[];
  schedules: ScheduleSummary[];
  jobs: Pick<Job, '_id' | 'name' | 'createdAt'>[];
  run: Run | null;
}

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => (idPattern.test(text) ? findById(text, signal) : findByName(text, signal)),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

async function findByName(name: string, signal: AbortSignal): Promise<SearchResults> {
  const page = { name, limit: itemsPerKind };
  const [devices, devscripts, scripts, presets, schedules, recent] = await Promise.all([
    drover.devices.list(page, { signal }),
    drover.devscripts.list(page, { signal }),
    drover.scripts.list(page, { signal }),
    drover.presets.list(page, { signal }),
    drover.schedules.list(page, { signal }),
    drover.jobs.list({ limit: searchedJobs }, { signal }),
  ]);
  const wanted = name.toLowerCase();
  const jobs = recent.items.filter((job) => job.name.toLowerCase().includes(wanted)).slice(0, itemsPerKind);
  return {
    devices: devices.items,
    devscripts: devscripts.items,
    scripts: scripts.items,
    presets: presets.items,
    schedules: schedules.items,
    jobs,
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

async function orNull<Item>(item: Promise<Item>): Promise<Item | null> {
  try {
    return await item;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
