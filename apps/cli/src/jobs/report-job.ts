import type { Device, Drover } from '@drover/sdk';
import { printJson } from '../output/json';
import { printLine, printNote } from '../output/terminal';
import { watchJob } from './watch-job';

export interface ReportOptions {
  isFollowing: boolean;
  isWaiting: boolean;
  isJson: boolean;
  /** Transforms the text of log lines and reasons before it is printed. */
  mapText?: (text: string) => string;
}

/** Reports a job that was just created: prints its ID, or watches it until it ends. */
export async function reportJob(
  drover: Drover,
  { jobId, devices }: { jobId: string; devices: Device[] },
  { isFollowing, isWaiting, isJson, mapText }: ReportOptions,
): Promise<void> {
  const offline = devices.filter(({ online }) => !online).length;
  if (offline > 0 && !isJson) printNote(formatOfflineNote(offline, devices.length));
  if (isFollowing || isWaiting) {
    const deviceNames = devices.map(({ name }) => name);
    return watchJob({ drover, jobId, isFollowing, deviceNames, isJson, mapText });
  }
  if (isJson) return printJson(await drover.jobs.get(jobId));
  printLine(`Started on ${devices.length === 1 ? devices[0].name : `${devices.length} devices`}.`);
  printLine(`  drover logs -f ${jobId}`);
}

function formatOfflineNote(offline: number, all: number): string {
  if (all === 1) return 'The device is offline. The run waits until it connects.';
  return `${offline} of ${all} devices are offline. Their runs wait until they connect.`;
}
