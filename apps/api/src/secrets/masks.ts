import type { Service } from '../service';
import { createMask, hideAll, type Mask } from './mask';
import { openSecret, type SealedSecret } from './secrets';

/** Runs that are remembered; of others the database is asked. */
const rememberedRuns = 50_000;

interface RememberedRun {
  /** Values that the run was given. */
  values: string[];
  /** Made when the run first writes something. */
  mask?: Mask;
}

/** A run whose job refers to no secret. */
const free: RememberedRun = { values: [] };

/** Which runs have which secrets, as far as this node has sent them, so that the others cost nothing. */
export class Masks {
  private readonly runs = new Map<string, RememberedRun>();

  /** A run that is about to be sent, and the values that it gets. */
  remember(runId: string, values: string[]): void {
    const before = this.runs.get(runId)?.values ?? [];
    this.set(runId, values.length === 0 && before.length === 0 ? free : { values: [...before, ...values] });
  }

  has(runId: string): boolean {
    return this.runs.has(runId);
  }

  forget(runIds: string[]): void {
    for (const runId of runIds) this.runs.delete(runId);
  }

  /** Masks of those runs that have secrets. */
  async of(service: Service, runIds: string[]): Promise<Map<string, Mask>> {
    const unknown = runIds.filter((runId) => !this.runs.has(runId));
    if (unknown.length > 0) await this.load(service, [...new Set(unknown)]);
    const masks = new Map<string, Mask>();
    for (const runId of runIds) {
      const run = this.runs.get(runId) ?? free;
      if (run === free) continue;
      run.mask ??= createMask(run.values);
      masks.set(runId, run.mask);
    }
    return masks;
  }

  private async load(service: Service, runIds: string[]): Promise<void> {
    const sealed = await findValues(service, runIds);
    for (const runId of runIds) {
      const values = await Promise.all(
        (sealed.get(runId) ?? []).map((secret) => openSecret(service.vault, secret)),
      ).catch(() => undefined);
      // A key is missing: what such a run writes is hidden whole.
      if (values) this.remember(runId, values);
      else this.set(runId, { values: [], mask: hideAll });
    }
  }

  private set(runId: string, run: RememberedRun): void {
    this.runs.set(runId, run);
    const [oldest] = this.runs.keys();
    if (this.runs.size > rememberedRuns && oldest !== undefined) this.runs.delete(oldest);
  }
}

/** Every value that runs may have got: those of today, and those that were replaced or removed since. */
async function findValues({ pool }: Service, runIds: string[]): Promise<Map<string, SealedSecret[]>> {
  const { rows } = await pool.query<SealedSecret & { runId: string }>(
    `SELECT r.id AS "runId", s."accountId", s.name, s.sealed
     FROM "Run" r JOIN "Job" j ON j.id = r."jobId"
     CROSS JOIN LATERAL (
       SELECT "accountId", name, sealed FROM "Secret"
       WHERE "accountId" = j."accountId" AND name = ANY(j."secretNames")
       UNION ALL
       SELECT "accountId", name, sealed FROM "FormerSecret"
       WHERE "accountId" = j."accountId" AND name = ANY(j."secretNames") AND "replacedAt" >= j."createdAt"
     ) s
     WHERE r.id = ANY($1) AND j."secretNames" <> '{}'`,
    [runIds],
  );
  const byRun = new Map<string, SealedSecret[]>();
  for (const { runId, ...secret } of rows) byRun.set(runId, [...(byRun.get(runId) ?? []), secret]);
  return byRun;
}
