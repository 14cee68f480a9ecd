/**
 * Arrays as PostgreSQL reads them, of values that need no quotes: pg would look for what has to be quoted in each value,
 * which takes longer than all else it does for a statement with thousands of them.
 */
export function idArray(ids: string[]): string {
  return `{${ids.join(',')}}`;
}

export function timeArray(times: (Date | null)[]): string {
  return `{${times.map((time) => time?.toISOString() ?? 'NULL').join(',')}}`;
}
