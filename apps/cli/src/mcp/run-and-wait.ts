import type { Drover, LogLine, Run } from '@drover/sdk';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Arguments } from './call';
import type { RouteTool } from './tools';

/** Seconds that an assistant waits unless it says otherwise, and at most. */
const waitSeconds = 60;
const waitSecondsMax = 600;

/** Log lines of each run, and runs whose lines are told. */
const tailLines = 50;
const tailLinesMax = 500;
const toldRuns = 20;

/** The tool that starts a job, waits for it, and tells what it wrote. It takes what the route that makes jobs takes. */
export function runAndWaitTool({ tool }: RouteTool): Tool {
  const { properties = {}, required } = tool.inputSchema;
  const own = {
    waitSeconds: { type: 'integer', minimum: 1, maximum: waitSecondsMax, default: waitSeconds },
    lines: {
      type: 'integer',
      minimum: 0,
      maximum: tailLinesMax,
      default: tailLines,
      description: 'last log lines of each run',
    },
  };
  return {
    name: 'run_and_wait',
    title: 'Run and wait',
    description:
      'Run a script, a devscript or code on devices, wait for the runs to end, and read the end of their logs.',
    inputSchema: { type: 'object', properties: { ...properties, ...own }, ...(required && { required }) },
    annotations: { ...tool.annotations, readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  };
}

interface Told {
  device: string;
  runId: string;
  state: string;
  reason?: string;
  log: string[];
}

/** Runs it, and gives what to tell; runs that are not done by then are told as they are. */
export async function runAndWait(drover: Drover, given: Arguments, canceled: AbortSignal): Promise<string> {
  const { waitSeconds: seconds, lines, ...request } = given;
  const job = await drover.jobs.create(request);
  const patienceMs = bounded(seconds, waitSeconds, waitSecondsMax) * 1000;
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), canceled]);
  const isDone = await drover.jobs.wait(job._id, { signal, timeoutMs: 0 }).then(
    () => true,
    (error: unknown) => {
      if (signal.aborted) return false;
      throw error;
    },
  );
  const { items, count } = await drover.runs.list({ jobId: job._id, limit: toldRuns });
  const tail = bounded(lines, tailLines, tailLinesMax);
  const runs = await Promise.all(items.map((run) => tell(drover, run, tail)));
  const { counts } = await drover.jobs.get(job._id);
  const states = Object.fromEntries(Object.entries(counts).filter(([, runsOfState]) => runsOfState > 0));
  const hints = [
    ...(isDone ? [] : ['Some runs have not ended: look again with runs_list and runs_list_logs.']),
    ...(count > items.length
      ? [`Only ${items.length} of ${count} runs are told: runs_list has the others.`]
      : []),
  ];
  return JSON.stringify(
    { jobId: job._id, counts: states, runs, ...(hints.length > 0 && { hints }) },
    null,
    1,
  );
}

async function tell(drover: Drover, { _id, deviceName, state, reason }: Run, tail: number): Promise<Told> {
  const log = (await lastLines(drover, _id, tail)).map(({ level, text }) =>
    level === 'info' ? text : `${level}: ${text}`,
  );
  return { device: deviceName, runId: _id, state, ...(reason !== null && { reason }), log };
}

async function lastLines(drover: Drover, runId: string, lines: number): Promise<LogLine[]> {
  if (lines === 0) return [];
  const { count } = await drover.runs.listLogs(runId, { limit: 1 });
  const { items } = await drover.runs.listLogs(runId, { after: Math.max(0, count - lines), limit: lines });
  return items;
}

function bounded(value: unknown, otherwise: number, max: number): number {
  return typeof value === 'number' && value >= 0 ? Math.min(value, max) : otherwise;
}
