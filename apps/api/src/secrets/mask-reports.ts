import type { Finished, Log, Posted } from '@drover/contract';
import type { DurableFrame, Report } from '../link/report';
import type { Service } from '../service';
import { maskJson, type Mask } from './mask';
import { openSecret, type SealedSecret } from './secrets';

type Telling = Log | Finished | Posted;

/** Hides the secrets of runs in what they write, before anything of it is kept or told. */
export async function maskReports(service: Service, reports: Report[]): Promise<Report[]> {
  const runIds = reports.flatMap(({ frame }) => (tells(frame) ? [frame.runId] : []));
  if (runIds.length === 0) return reports;
  const unknown = runIds.filter((runId) => !service.masks.has(runId));
  if (unknown.length > 0) await learn(service, [...new Set(unknown)]);
  const masks = service.masks.of(runIds);
  if (masks.size === 0) return reports;
  return reports.map((report) => {
    const { frame } = report;
    const mask = tells(frame) ? masks.get(frame.runId) : undefined;
    return mask && tells(frame) ? { ...report, frame: maskFrame(frame, mask) } : report;
  });
}

function tells(frame: DurableFrame): frame is Telling {
  return frame.type === 'log' || frame.type === 'finished' || frame.type === 'posted';
}

function maskFrame(frame: Telling, mask: Mask): Telling {
  switch (frame.type) {
    case 'log':
      return { ...frame, lines: frame.lines.map((line) => ({ ...line, text: mask(line.text) })) };
    case 'finished':
      return { ...frame, reason: frame.reason && mask(frame.reason) };
    case 'posted':
      return {
        ...frame,
        text: mask(frame.text),
        title: frame.title && mask(frame.title),
        attachments: frame.attachments?.map(({ type, data }) => ({ type, data: maskJson(data, mask) })),
      };
  }
}

/** Asks the database which secrets runs have that this node has not sent, or has forgotten. */
async function learn(service: Service, runIds: string[]): Promise<void> {
  const sealed = await findValues(service, runIds);
  for (const runId of runIds) {
    const values = await Promise.all(
      (sealed.get(runId) ?? []).map((secret) => openSecret(service.vault, secret)),
    ).catch(() => undefined);
    // Without values a key is missing.
    if (values) service.masks.remember(runId, values);
    else service.masks.hide(runId);
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
