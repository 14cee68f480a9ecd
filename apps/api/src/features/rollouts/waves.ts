import { REASONS, writeReason } from '@drover/contract';
/** Default waves: the percentage of devices that are released by the end of each. The last wave releases the rest. */
export const defaultShares = [1, 10, 25];

/** Returns the number of devices in each wave. Empty waves are left out, so few devices make fewer waves. */
export function waveSizes(devices: number, shares: number[]): number[] {
  const ends = [...shares, 100].map((share) => Math.min(devices, Math.ceil((devices * share) / 100)));
  return ends.map((end, index) => end - (ends[index - 1] ?? 0)).filter((size) => size > 0);
}

/** Runs of a rollout by result. Only the last attempt on a device counts. */
export interface Tally {
  open: number;
  succeeded: number;
  /** Failed, timed out, lost or rejected. */
  failed: number;
  /** Not delivered in time, which says nothing about the script. */
  expired: number;
}

/**
 * Returns why a rollout must stop, or null if it may continue. It stops once more runs have failed than allowed, whatever
 * the result of the open runs. It also stops if no device of a wave ran the script, because that proves nothing.
 */
export function stopReason({ open, succeeded, failed, expired }: Tally, limit: number | null): string | null {
  if (limit === null) return null;
  const known = open + succeeded + failed;
  if (known === 0 && expired > 0) return REASONS.none_connected;
  if (failed * 100 <= limit * known) return null;
  return writeReason('too_many_failed', { failed, runs: known, percent: limit });
}
