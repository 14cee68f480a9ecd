import { LIMITS } from '@drover/contract/limits';
import type { LogLine } from '@drover/sdk';
import { drover } from '../../lib/drover';

/** Downloads the whole log of a run as a text file. Each line has its timestamp and level. */
export async function downloadLog(runId: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await readWholeLog(runId));
  link.download = `${runId}.log`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function readWholeLog(runId: string): Promise<Blob> {
  const parts: string[] = [];
  for (let after = 0; ;) {
    const { items } = await drover.runs.listLogs(runId, { after, limit: LIMITS.logItems });
    parts.push(...items.map(formatLine));
    after = items.at(-1)?.seq ?? after;
    if (items.length < LIMITS.logItems) return new Blob(parts, { type: 'text/plain;charset=utf-8' });
  }
}

function formatLine({ at, level, text }: LogLine): string {
  return `${at} ${level.padEnd(7)} ${text}\n`;
}
