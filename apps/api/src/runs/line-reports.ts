import { LIMITS, type Log } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { LineRange } from '../bus/bus';
import type { Report } from '../link/report';

/** Keeps log lines, each once, of runs that have not had their fill. Gives those that were new. */
export async function recordLines(client: ClientBase, reports: Report<Log>[]): Promise<LineRange[]> {
  const lines = reports.flatMap(({ deviceId, frame: { runId, lines }, time }) =>
    lines.map(({ seq, at, level, text }) => ({
      deviceId,
      runId,
      seq,
      at: time(at),
      level,
      text: clean(text),
    })),
  );
  if (lines.length === 0) return [];
  const { rows } = await client.query<LineRange>(
    `WITH kept AS (
       INSERT INTO "RunLog" ("runId", seq, at, level, text)
       SELECT v."runId", v.seq, v.at, v.level, v.text
       FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::text[], $6::text[])
         AS v ("runId", "deviceId", seq, at, level, text)
       JOIN "Run" r ON r.id = v."runId" AND r."deviceId" = v."deviceId" AND r."logBytes" <= $7
       ON CONFLICT ("runId", seq) DO NOTHING
       RETURNING "runId", seq, octet_length(text) AS bytes
     )
     UPDATE "Run" r SET "logBytes" = r."logBytes" + added.bytes
     FROM (
       SELECT "runId", sum(bytes)::int AS bytes, min(seq) AS first, max(seq) AS last FROM kept GROUP BY "runId"
     ) AS added
     WHERE r.id = added."runId"
     RETURNING r.id AS "runId", added.first, added.last`,
    [
      ...[
        lines.map(({ runId }) => runId),
        lines.map(({ deviceId }) => deviceId),
        lines.map(({ seq }) => seq),
      ],
      ...[lines.map(({ at }) => at), lines.map(({ level }) => level), lines.map(({ text }) => text)],
      LIMITS.runLogBytes,
    ],
  );
  return rows;
}

/** PostgreSQL keeps no NUL in a text. */
function clean(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
