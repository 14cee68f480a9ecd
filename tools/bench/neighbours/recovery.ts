import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds } from '../processes';
import type { Neighbourhood } from './neighbourhood';

/** The server has recovered once it has used less than this share of a processor in some steps in a row. */
const idleShare = 0.25;
const idleStepsWanted = 2;
const recoveryTimeoutMs = 60_000;

/** Waits until the server has stored all reports and computes no more for an attack. Returns the milliseconds. */
export async function untilRecovered({ service }: Neighbourhood): Promise<number> {
  const begin = Date.now();
  const stepMs = 500;
  for (let idleSteps = 0; idleSteps < idleStepsWanted && Date.now() - begin < recoveryTimeoutMs;) {
    const before = usedSeconds(service.process.pid);
    await delay(stepMs);
    const isIdle = usedSeconds(service.process.pid) - before < (idleShare * stepMs) / 1000;
    idleSteps = isIdle && (await hasStoredAll(service.url)) ? idleSteps + 1 : 0;
  }
  return Date.now() - begin;
}

/** Storing may wait for the disk, which takes no processor time. */
async function hasStoredAll(url: string): Promise<boolean> {
  const response = await fetch(`${url}/metrics`).catch(() => undefined);
  return /^drover_link_unacknowledged_frames 0$/m.test((await response?.text()) ?? '');
}

function usedSeconds(pid = 0): number {
  try {
    return cpuSeconds(pid);
  } catch {
    // The server crashed, and the next one is starting.
    return Infinity;
  }
}
