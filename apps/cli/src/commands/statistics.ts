import type { ScriptStatistics, StatisticsInterval, StatisticsItem, TimePercentiles } from '@drover/sdk';
import { type Command, Option } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { parseCount, parseDuration } from '../options/option-values';
import { formatDuration } from '../output/duration';
import { printJson } from '../output/json';
import { formatCounts } from '../output/run-states';
import { formatLocalTime } from '../output/schedule-table';
import { type Column, printTable } from '../output/table';
import { findScriptId } from '../selection/filter-ids';
import { selectGroup } from '../selection/select-record';

interface RunsOptions extends CommonOptions {
  by: StatisticsInterval;
  last?: number;
  script?: string;
  group?: string;
}

const scriptColumns: Column<ScriptStatistics>[] = [
  {
    title: 'SCRIPT',
    text: ({ scriptId, name }) => name ?? (scriptId ? `${scriptId} (deleted)` : '(executed code)'),
    canShrink: true,
  },
  { title: 'RUNS', text: ({ runs }) => String(runs) },
  {
    title: 'FAILED',
    text: ({ failedPercent }) => (failedPercent === null ? '–' : `${failedPercent} %`),
    style: ({ failedPercent }) => (failedPercent ? 'red' : undefined),
  },
  { title: 'DURATION', text: ({ duration }) => formatPercentiles(duration) },
  { title: 'LATENCY', text: ({ latency }) => formatPercentiles(latency), isOptional: true },
];

const itemColumns: Column<StatisticsItem>[] = [
  { title: 'FROM', text: ({ at }) => formatLocalTime(at) },
  { title: 'RUNS', text: ({ counts }) => formatCounts(counts), canShrink: true },
];

function formatPercentiles(times: TimePercentiles | null): string {
  return times ? `${formatDuration(times.medianMs)}, 95 %: ${formatDuration(times.p95Ms)}` : '–';
}

/** Registers `drover statistics`, which shows the runs of scripts, and runs over time. */
export function registerStatistics(program: Command): void {
  const statistics = addCommandGroup(program, 'statistics', 'Show numbers of runs, failures and durations');
  addCommand(statistics, 'ls', {
    summary: 'List the scripts with the most runs, with their failures, median durations and latencies',
    examples: ['statistics', 'statistics --last 7d --limit 5'],
    isQuery: true,
  })
    .option('--last <duration>', 'Time range until now; default: 30d', parseDuration)
    .option('--limit <number>', 'Maximum number of scripts', parseCount, 20)
    .action(async ({ last, limit, json }: CommonOptions & { last?: number; limit: number }) => {
      const page = await createClient().statistics.listScripts({ from: startOf(last), limit });
      if (json) printJson(page);
      else printTable(page.items, scriptColumns, 'No runs in this time.');
    });
  addCommand(statistics, 'runs', {
    summary: 'Show the number of runs per hour or day by state',
    examples: ['statistics runs', 'statistics runs --by day --last 7d --script hello --group shelf'],
    isQuery: true,
  })
    .addOption(new Option('--by <interval>', 'Interval').choices(['hour', 'day']).default('hour'))
    .option('--last <duration>', 'Time range until now; default: 24h, by day 30d', parseDuration)
    .option('--script <script>', 'Only runs of this script')
    .option('--group <group>', 'Only runs on the devices that are in this group now')
    .action(async ({ by, last, script, group, json }: RunsOptions) => {
      const drover = createClient();
      const [scriptId, groupId] = await Promise.all([
        findScriptId(drover, script),
        group === undefined ? undefined : selectGroup(drover, group).then(({ _id }) => _id),
      ]);
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const filter = { interval: by, from: startOf(last), timeZone, scriptId, groupId };
      const answer = await drover.statistics.get(filter);
      if (json) printJson(answer);
      else printTable(answer.items, itemColumns, '');
    });
}

/** Returns when a time range begins that ends now. */
function startOf(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : new Date(Date.now() - seconds * 1000).toISOString();
}
