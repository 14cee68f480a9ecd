import { checkResult } from '@drover/contract/result-schema';
import { tabulateResults, type ResultSchema, type ResultTable, type RunResult } from '@drover/sdk';
import { localeOf } from '../../lib/time';

/** A number of a result, with its device and time. */
export interface ResultPoint {
  runId: string;
  device: string;
  at: string;
  value: number;
}

/** Most points of a chart, those of the newest runs. */
const maxPoints = 500;

/** Formats a value for a cell of the table. */
export function formatValue(value: unknown, language: string): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'number') return value.toLocaleString(language, { maximumFractionDigits: 6 });
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats a date or a time of a result. A value that is none is shown as it is. */
export function formatDate(value: unknown, language: string): string {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return formatValue(value, language);
  const style = isDay ? ({ dateStyle: 'medium', timeZone: 'UTC' } as const) : exactStyle;
  return new Intl.DateTimeFormat(localeOf(language), style).format(time);
}

const exactStyle = { dateStyle: 'medium', timeStyle: 'medium' } as const;

/**
 * Arranges the last attempts by the schema of their newest job, if it has one. Results of events have not been compared
 * with it, so this does it.
 */
export function tabulate(results: RunResult[], schema: ResultSchema | null | undefined): ResultTable {
  const last = lastAttempts(results);
  if (!schema) return tabulateResults(last);
  const isChecked = ({ problem, schemaProblem }: RunResult) => problem !== null || schemaProblem !== null;
  const newestJobId = last[0]?.jobId;
  const check = (result: RunResult): RunResult =>
    isChecked(result) || result.jobId !== newestJobId
      ? result
      : { ...result, schemaProblem: checkResult(schema as CheckedSchema, result.value) };
  return tabulateResults(last.map(check), schema);
}

/** The server has checked each schema that it returns. */
type CheckedSchema = Parameters<typeof checkResult>[0];

/** Returns the columns that have numbers, with their headings. */
export function numericColumns({ columns, titles, rows }: ResultTable): { value: string; label: string }[] {
  return columns.flatMap((value, index) =>
    rows.some(({ cells }) => typeof cells[index] === 'number') ? [{ value, label: titles[index] }] : [],
  );
}

/** Returns the numbers of a column, of the newest runs. */
export function pointsOf({ columns, rows }: ResultTable, column: string): ResultPoint[] {
  const index = columns.indexOf(column);
  return rows.slice(0, maxPoints).flatMap(({ result, cells }) => {
    const value = cells[index];
    if (typeof value !== 'number') return [];
    const { runId, deviceName: device, createdAt: at } = result;
    return [{ runId, device, at, value }];
  });
}

/** Compares values for sorting: numbers by size, others by their text, missing ones last. */
export function compareValues(a: unknown, b: unknown): number {
  const [isMissingA, isMissingB] = [a, b].map((value) => value === undefined || value === null);
  if (isMissingA || isMissingB) return Number(isMissingA) - Number(isMissingB);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return formatValue(a, 'en').localeCompare(formatValue(b, 'en'), undefined, { numeric: true });
}

/** Downloads a text as a file. */
export function downloadText(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Leaves out attempts that another one followed. */
const lastAttempts = (results: RunResult[]): RunResult[] => results.filter(({ isRetried }) => !isRetried);
