import type { RunResult } from '@drover/contract';
import { checkResult, type ResultSchema } from '@drover/contract/result-schema';
import type { DeviceScope } from '../../auth/caller';
import { readContent } from '../../content/content';
import type { AppContext } from '../../context/app-context';
import { executeFirst } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import { scopeValues } from '../../records/device-scope';
import { selectJobId } from '../../records/job-record';

/** A result with the hash of the schema of its job. */
export type UncheckedResult = Omit<RunResult, 'schemaProblem'> & { schemaSha256: string | null };

/** Schemas that are in memory at the same time. */
const chunkSize = 50;

/**
 * Compares results with the schemas of their jobs. A result is checked when it is read, so that a schema can neither fail
 * nor delay a run.
 */
export async function checkResults({ prisma }: AppContext, results: UncheckedResult[]): Promise<RunResult[]> {
  const hashes = [...new Set(results.map(({ schemaSha256 }) => schemaSha256))].filter(
    (sha256) => sha256 !== null,
  );
  const problems = new Map<UncheckedResult, string | null>();
  for (let start = 0; start < hashes.length; start += chunkSize) {
    const sha256 = { in: hashes.slice(start, start + chunkSize) };
    for (const content of await prisma.content.findMany({ where: { sha256 } })) {
      const schema = JSON.parse(Buffer.from(content.bytes).toString('utf8')) as ResultSchema;
      for (const result of results.filter(({ schemaSha256 }) => schemaSha256 === content.sha256)) {
        if (result.problem === null) problems.set(result, checkResult(schema, result.value));
      }
    }
  }
  return results.map((result) => {
    const { schemaSha256: _schemaSha256, ...shown } = result;
    return { ...shown, schemaProblem: problems.get(result) ?? null };
  });
}

/** Returns the schema of a job that has a run in the scope, as it was uploaded. */
export async function getJobSchema(context: AppContext, scope: DeviceScope, jobId: string): Promise<Buffer> {
  const select = selectJobId({ accountId: scope.accountId, ...scopeValues(scope) }, jobId).select(
    'j.schemaSha256',
  );
  const { schemaSha256 } = orNotFound(await executeFirst(context.pool, select));
  return readContent(context, orNotFound(schemaSha256));
}
