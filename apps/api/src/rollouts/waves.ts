/** Per cent of the devices by the end of each wave, where a roll-out does not say; the rest follows. */
export const usualShares = [1, 10, 25];

/** Devices of each wave. A wave has at least one: where there are few devices, there are fewer waves. */
export function waveSizes(devices: number, shares: number[]): number[] {
  const ends = [...shares, 100].map((share) => Math.min(devices, Math.ceil((devices * share) / 100)));
  return ends.map((end, index) => end - (ends[index - 1] ?? 0)).filter((size) => size > 0);
}

/** Runs by what they say about a roll-out; of a device's attempts the last counts. */
export interface Tally {
  open: number;
  succeeded: number;
  /** Failed, timed out, lost or rejected. */
  failed: number;
  /** Not delivered in time: they say nothing about the script. */
  expired: number;
}

/**
 * Why a roll-out must not go on, where it must not: more failed than may, whatever comes of the runs that are under way.
 * A wave that nobody ran has shown nothing, so that it is no reason to go on either.
 */
export function objection({ open, succeeded, failed, expired }: Tally, limit: number | null): string | null {
  if (limit === null) return null;
  const known = open + succeeded + failed;
  if (known === 0 && expired > 0) return 'no device was reached in time';
  if (failed * 100 <= limit * known) return null;
  return `${failed} of ${known} runs failed, more than ${limit} %`;
}

/** Share of the results that are failures, in per cent to one place. */
export function failedPercent({ succeeded, failed }: Pick<Tally, 'succeeded' | 'failed'>): number | null {
  return succeeded + failed === 0 ? null : Math.round((failed / (succeeded + failed)) * 1000) / 10;
}
