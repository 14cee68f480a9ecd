import type { RunResult } from './runs';

/** Most columns of a table. Further keys are left out. */
const maxColumns = 200;

/** Results as a table: one row per result, one column per key of the values that are objects. */
export interface ResultTable {
  /** Keys in the order in which they first occur. A value that is no object is in the column `value`. */
  columns: string[];
  rows: ResultRow[];
  /** Whether keys were left out, because there are more than 200. */
  hasMoreColumns: boolean;
}

/** A row of the table. */
export interface ResultRow {
  result: RunResult;
  /** One for each column; undefined if the value has no such key. */
  cells: unknown[];
}

/**
 * Arranges results as a table, for example `tabulateResults(await collectItems(drover.results.iterate({ jobId })))`.
 */
export function tabulateResults(results: readonly RunResult[]): ResultTable {
  const entries = results.map((result) => new Map(entriesOf(result)));
  const keys = new Set(entries.flatMap((entry) => [...entry.keys()]));
  const columns = [...keys].slice(0, maxColumns);
  return {
    columns,
    rows: results.map((result, index) => ({
      result,
      cells: columns.map((column) => entries[index]?.get(column)),
    })),
    hasMoreColumns: keys.size > maxColumns,
  };
}

function entriesOf({ value, problem }: RunResult): [string, unknown][] {
  if (problem !== null) return [];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.entries(value) : [['value', value]];
}

/** Columns before those of the values. */
const runColumns = ['deviceName', 'deviceId', 'runId', 'state', 'finishedAt', 'problem'] as const;

/**
 * Writes a table as CSV (RFC 4180). Texts that a spreadsheet would take for formulas begin with an apostrophe. Values
 * that are arrays or objects are JSON.
 */
export function formatCsv({ columns, rows }: ResultTable): string {
  const lines = [
    [...runColumns, ...columns],
    ...rows.map(({ result, cells }) => [...runColumns.map((name) => result[name]), ...cells]),
  ];
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[\s\0]*[=+\-@＝＋－＠|%]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
