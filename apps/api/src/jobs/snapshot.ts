import type { Vars } from '@drover/contract';
import { ApiError } from '../http/api-error';
import type { Service } from '../service';
import { findDevscript, findScript } from './sources';

/** What a job keeps of its script. */
export interface Snapshot {
  name: string;
  version: string | null;
  codeSha256: string;
  env: Vars;
}

interface Asked {
  accountId: string;
  kind: 'script' | 'devscript' | 'execute';
  scriptId: string | null;
  vars: unknown;
}

/** What a job would keep if it were asked for now. */
export async function snapshotNow(
  service: Service,
  { accountId, kind, scriptId, vars }: Asked,
): Promise<Snapshot> {
  if (scriptId === null) {
    throw new ApiError('conflict', {
      message: 'The code came with the request: there is none that is newer.',
    });
  }
  const find = kind === 'devscript' ? findDevscript : findScript;
  const { values, ...source } = await find(service, accountId, scriptId);
  return { ...source, env: { ...values, ...(vars as Vars) } };
}
