import type { ResultTable, RunResult } from '@drover/sdk';

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

/** Returns the columns that have numbers. */
export function numericColumns({ columns, rows }: ResultTable): string[] {
  return columns.filter((_, index) => rows.some(({ cells }) => typeof cells[index] === 'number'));
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
export const lastAttempts = (results: RunResult[]): RunResult[] =>
  results.filter(({ isRetried }) => !isRetried);
