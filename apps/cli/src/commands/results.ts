import { collectItems, formatCsv, type ResultRow, type ResultTable, tabulateResults } from '@drover/sdk';
import { Option, type Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson, toList } from '../output/json';
import { stateLabel, stateStyle } from '../output/run-states';
import { type Column, printTable } from '../output/table';
import { printLine } from '../output/terminal';

/** Columns of values that a table on the terminal has. CSV has all. */
const maxColumns = 8;

type ResultsOptions = CommonOptions & { csv?: boolean };

/** Registers `drover jobs results`, which prints what the runs of a job left as their results. */
export function registerJobResults(jobs: Command): void {
  addCommand(jobs, 'results <job>', {
    summary: 'Show the results of the runs of a job',
    examples: [
      'jobs results 65f1c0ffee65f1c0ffee65f1',
      'jobs results 65f1c0ffee65f1c0ffee65f1 --csv > results.csv',
      `jobs results 65f1c0ffee65f1c0ffee65f1 --jq '.items[].value'`,
    ],
    notes:
      'Values that are objects have one column per key, or those of the schema of the results. Of several attempts on a device, only the last one is shown.',
    isQuery: true,
  })
    .addOption(
      new Option('--csv', 'Print CSV. Texts that look like formulas begin with an apostrophe').conflicts(
        'json',
      ),
    )
    .action(async (jobId: string, { csv = false, json = false }: ResultsOptions) => {
      const drover = createClient();
      const { schemaSha256 } = await drover.jobs.get(jobId);
      const schema = schemaSha256 === null ? undefined : await drover.jobs.getSchema(jobId);
      const all = await collectItems(drover.results.iterate({ jobId, limit: 1000 }));
      const results = all
        .filter(({ isRetried }) => !isRetried)
        .sort((a, b) => a.deviceName.localeCompare(b.deviceName, undefined, { numeric: true }));
      if (json) return printJson(toList(results));
      const table = tabulateResults(results, schema);
      if (csv) return printLine(formatCsv(table).replace(/\r\n$/, '\r'));
      printTable(table.rows, columnsOf(table), 'The runs of this job left no results.');
    });
}

function columnsOf({ columns: names, titles, hasSchema }: ResultTable): Column<ResultRow>[] {
  return [
    { title: 'DEVICE', text: ({ result }) => result.deviceName, canShrink: true },
    {
      title: 'STATE',
      text: ({ result }) => stateLabel(result.state),
      style: ({ result }) => stateStyle(result.state),
      isOptional: true,
    },
    ...titles.slice(0, maxColumns).map((title, index): Column<ResultRow> => {
      const text = ({ result, cells }: ResultRow) =>
        index === 0 && result.problem !== null ? `(${result.problem})` : formatCell(cells[index]);
      return { title, text, canShrink: true };
    }),
    ...(hasSchema
      ? [{ title: 'MISMATCH', text: ({ result }: ResultRow) => result.schemaProblem ?? '–', canShrink: true }]
      : []),
    ...(names.length === 0
      ? [{ title: 'PROBLEM', text: ({ result }: ResultRow) => result.problem ?? '–', canShrink: true }]
      : []),
  ];
}

function formatCell(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
