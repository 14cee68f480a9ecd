import { cp } from 'node:fs/promises';

/** Names the data directory of a server that was started once and never used. */
export const firstStart = 'DROVER_TEST_FIRST_START';

/**
 * Copies what a first start makes, which takes seconds. Where no run of tests has prepared it, the server's own first
 * start makes it.
 */
export async function copyFirstStart(dataDir: string): Promise<void> {
  const prepared = process.env[firstStart];
  if (prepared) await cp(prepared, dataDir, { recursive: true });
}
