/** A configuration as it is typed: its entries, or nothing while it is no array. */
export function readConfig(text: string): { entries?: unknown[]; problem?: 'json' | 'notArray' } {
  if (text.trim() === '') return { entries: [] };
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { entries: value as unknown[] } : { problem: 'notArray' };
  } catch {
    return { problem: 'json' };
  }
}
