import type { ResultSchema } from './result-schema';
import type { RunResult } from './runs';

/** Most columns of a table. Further keys are left out. */
const maxColumns = 200;

/** What a column contains. `json`: arrays, objects, or several of the other types. */
export type ResultType = 'number' | 'text' | 'boolean' | 'date' | 'json';

/** Results as a table: one row per result, one column per key of the values that are objects. */
export interface ResultTable {
  /**
   * Keys: those of the schema in its order, then others in the order in which they first occur. A value that is no object
   * is in the column `value`.
   */
  columns: string[];
  /** Column headings: the title from the schema, or the key if there is none. */
  titles: string[];
  /** What the schema says that the columns contain. Null for columns that it does not name. */
  types: (ResultType | null)[];
  rows: ResultRow[];
  /** Whether keys were left out, because there are more than 200. */
  hasMoreColumns: boolean;
  hasSchema: boolean;
}

/** A row of the table. */
export interface ResultRow {
  result: RunResult;
  /** One for each column; undefined if the value has no such key. */
  cells: unknown[];
}

/**
 * Arranges results as a table, for example `tabulateResults(await collectItems(drover.results.iterate({ jobId })))`.
 * With a schema, its properties are the first columns.
 */
export function tabulateResults(results: readonly RunResult[], schema?: ResultSchema): ResultTable {
  const entries = results.map((result) => new Map(entriesOf(result)));
  const named = new Map(schema ? columnsOf(schema) : []);
  const keys = new Set([...named.keys(), ...entries.flatMap((entry) => [...entry.keys()])]);
  const columns = [...keys].slice(0, maxColumns);
  return {
    columns,
    titles: columns.map((column) => named.get(column)?.title || column),
    types: columns.map((column) => typeOf(named.get(column))),
    rows: results.map((result, index) => ({
      result,
      cells: columns.map((column) => entries[index]?.get(column)),
    })),
    hasMoreColumns: keys.size > maxColumns,
    hasSchema: schema !== undefined,
  };
}

/** An object has a column per property. Any other schema describes the column `value`. */
function columnsOf(schema: ResultSchema): [string, ResultSchema][] {
  if (schema.properties) return Object.entries(schema.properties);
  return schema.type === undefined || schema.type === 'object' ? [] : [['value', schema]];
}

function typeOf(schema: ResultSchema | undefined): ResultType | null {
  if (!schema) return null;
  const [type, ...others] = [schema.type ?? []].flat().filter((each) => each !== 'null');
  if (others.length > 0) return 'json';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string') return schema.format === 'date' || schema.format === 'date-time' ? 'date' : 'text';
  return type === 'boolean' ? 'boolean' : 'json';
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
export function formatCsv({ titles, rows, hasSchema }: ResultTable): string {
  const names = [...runColumns, ...(hasSchema ? (['schemaProblem'] as const) : [])];
  const lines = [
    [...names, ...titles],
    ...rows.map(({ result, cells }) => [...names.map((name) => result[name]), ...cells]),
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
