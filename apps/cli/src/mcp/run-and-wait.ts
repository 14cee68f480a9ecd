import type { Drover, LogLine, Run } from '@drover/sdk';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Arguments } from './call';
import type { RouteTool } from './tools';

/** Default and maximum time that a call waits for the runs, in seconds. */
const defaultWaitSeconds = 60;
const maxWaitSeconds = 600;

/** Default and maximum number of log lines per run, and maximum number of listed runs. */
const defaultLogLines = 50;
const maxLogLines = 500;
const maxListedRuns = 20;

/** Creates the tool that runs a job, waits for it and returns its logs. It takes the arguments of the route that creates jobs. */
export function createRunAndWaitTool({ tool }: RouteTool): Tool {
  const { properties = {}, required } = tool.inputSchema;
  const ownProperties = {
    waitSeconds: { type: 'integer', minimum: 1, maximum: maxWaitSeconds, default: defaultWaitSeconds },
    lines: {
      type: 'integer',
      minimum: 0,
      maximum: maxLogLines,
      default: defaultLogLines,
      description: 'number of log lines to return from the end of each run',
    },
  };
  return {
    name: 'run_and_wait',
    title: 'Run and wait',
    description:
      'Run a script, a devscript or code on devices, wait for the runs to end, and return the end of their logs.',
    inputSchema: {
      type: 'object',
      properties: { ...properties, ...ownProperties },
      ...(required && { required }),
    },
    annotations: { ...tool.annotations, readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  };
}

interface RunSummary {
  device: string;
  runId: string;
  state: string;
  reason?: string;
  failedStep?: string;
  log: string[];
}

/** Creates a job, waits for it and returns a summary. Runs that have not ended by then are returned in their current state. */
export async function runAndWait(drover: Drover, args: Arguments, canceled: AbortSignal): Promise<string> {
  const { waitSeconds: seconds, lines, ...request } = args;
  const job = await drover.jobs.create(request);
  const timeoutMs = clampNumber(seconds, defaultWaitSeconds, maxWaitSeconds) * 1000;
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), canceled]);
  const isDone = await drover.jobs.wait(job._id, { signal, timeoutMs: 0 }).then(
    () => true,
    (error: unknown) => {
      if (signal.aborted) return false;
      throw error;
    },
  );
  const { items, total = 0 } = await drover.runs.list({ jobId: job._id, limit: maxListedRuns, total: true });
  const tail = clampNumber(lines, defaultLogLines, maxLogLines);
  const runs = await Promise.all(items.map((run) => summarizeRun(drover, run, tail)));
  const { counts } = await drover.jobs.get(job._id);
  const states = Object.fromEntries(Object.entries(counts).filter(([, runsOfState]) => runsOfState > 0));
  const hints = [
    ...(isDone ? [] : ['Some runs have not ended. Check them with runs_list and runs_list_logs.']),
    ...(total > items.length
      ? [`Only ${items.length} of ${total} runs are listed. Use runs_list for the others.`]
      : []),
  ];
  return JSON.stringify(
    { jobId: job._id, counts: states, runs, ...(hints.length > 0 && { hints }) },
    null,
    1,
  );
}

async function summarizeRun(
  drover: Drover,
  { _id, deviceName, state, reason, failedStep }: Run,
  tail: number,
): Promise<RunSummary> {
  const log = (await listLastLines(drover, _id, tail)).map(({ level, text }) =>
    level === 'info' ? text : `${level}: ${text}`,
  );
  return {
    ...{ device: deviceName, runId: _id, state },
    ...(reason !== null && { reason }),
    ...(failedStep !== null && { failedStep }),
    log,
  };
}

async function listLastLines(drover: Drover, runId: string, lines: number): Promise<LogLine[]> {
  if (lines === 0) return [];
  const { lastSeq } = await drover.runs.listLogs(runId, { limit: 1 });
  const { items } = await drover.runs.listLogs(runId, { after: Math.max(0, lastSeq - lines), limit: lines });
  return items;
}

function clampNumber(value: unknown, fallback: number, max: number): number {
  return typeof value === 'number' && value >= 0 ? Math.min(value, max) : fallback;
}
