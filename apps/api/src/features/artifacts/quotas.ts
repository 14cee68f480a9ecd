import { LIMITS } from '@drover/contract';
import type { ClientBase } from 'pg';
import { executeFirst, prepared } from '../../database/sql';
import { selectUsage } from './upload-statements';

interface Quotas {
  accountId: string;
  deviceId: string;
  /** Bytes of the new artifact. */
  size: number;
  /** The artifacts that the run has. */
  others: { size: number; problem: string | null }[];
  /** What the account has. */
  usage?: { bytes: string };
}

/** Returns why a quota does not allow the artifact. */
export async function findQuotaProblem(
  client: ClientBase,
  { accountId, deviceId, size, others, usage }: Quotas,
): Promise<string | undefined> {
  const ofRun = others.reduce((sum, other) => sum + (other.problem === null ? other.size : 0), 0);
  if (ofRun + size > LIMITS.runArtifactBytes) return tooLarge('a run', LIMITS.runArtifactBytes);
  const ofDevice = await executeFirst(client, prepared(selectUsage({ accountId, deviceIds: [deviceId] })));
  if (Number(ofDevice?.bytes ?? 0) + size > LIMITS.deviceArtifactBytes) {
    return tooLarge('a device', LIMITS.deviceArtifactBytes);
  }
  if (Number(usage?.bytes ?? 0) + size > LIMITS.accountArtifactBytes) {
    return tooLarge('a workspace', LIMITS.accountArtifactBytes);
  }
  return undefined;
}

function tooLarge(owner: string, bytes: number): string {
  return `the artifacts of ${owner} can have at most ${bytes / 1024 ** 3} GB together`;
}
