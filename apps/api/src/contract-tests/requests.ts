import { strToU8, zipSync } from 'fflate';
import { pathParameters, type DeclaredRoute } from '@drover/contract/routes';
import { z } from 'zod';
import { multipart, type Call } from './call';
import { recordFor, type Records } from './records';
import { sampleOf, type KnownValues } from './samples';

/** An ID that no record has. */
const unknownId = '0'.repeat(24);

/** Fills the path of a route with IDs of records, or with unknown IDs. */
export function pathOf({ route }: DeclaredRoute, records?: Records): string {
  return pathParameters(route).reduce(
    (path, name) => path.replace(`:${name}`, records ? recordFor(records, name) : unknownId),
    route.path,
  );
}

/** A valid request for the records of an account. */
export function validCall(declared: DeclaredRoute, records: Records): Call {
  const parameters = declared.policy.isTokenParameter ? '?text=hello' : '';
  const call = { method: declared.route.method, path: pathOf(declared, records) + parameters };
  if (declared.name === 'archives.import') return { ...call, ...archive };
  if (isUpload(declared)) return { ...call, ...upload };
  const schema = bodySchemaOf(declared);
  return schema ? { ...call, body: sampleOf(schema, knownFor(schema, records)) } : call;
}

/** If the body can reference a script and contains no code, it references an existing script. */
function knownFor(schema: z.ZodType, records: Records): KnownValues {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const namesScript = 'scriptId' in properties && !('code' in properties);
  return { ...knownIn(records), ...(namesScript && { scriptId: records.scriptId }) };
}

/** Values that bodies may reference: devices by reference or ID, groups, failures, codes, keys and URLs. */
export function knownIn({
  deviceId,
  failureId,
  groupId,
  promotionCode,
  enrolmentKey,
  webhookUrl,
}: Records): KnownValues {
  const devices = { _id: deviceId, devices: deviceId, robots: deviceId, group: groupId, groups: groupId };
  const times = { cron: '0 9 * * 1-5', timeZone: 'Asia/Shanghai' };
  const project = { path: 'src/main.ts', config: '[]', schema: '{}' };
  return {
    ...devices,
    ...times,
    ...project,
    failureId,
    groupId,
    code: promotionCode,
    key: enrolmentKey,
    url: webhookUrl,
  };
}

/** The schema of a route's body, if it has one. */
export function bodySchemaOf({ route }: DeclaredRoute): z.ZodType | undefined {
  const body: unknown = 'body' in route ? route.body : undefined;
  return isSchema(body) ? body : undefined;
}

export function querySchemaOf({ route }: DeclaredRoute): z.ZodObject | undefined {
  return isSchema(route.query) ? (route.query as z.ZodObject) : undefined;
}

export function isUpload({ route }: DeclaredRoute): boolean {
  return 'contentType' in route && route.contentType === 'multipart/form-data';
}

const manifest = {
  ...{ format: 'drover-archive', version: 1, createdAt: '2026-01-31T08:30:00.000Z', serverVersion: '2.0.0' },
  ...{ workspace: { name: 'Test' }, revisions: 'all', records: [] },
};
const archive = multipart([
  {
    name: 'archive.zip',
    type: 'application/zip',
    text: Buffer.from(zipSync({ 'manifest.json': strToU8(JSON.stringify(manifest)) })),
  },
]);

const upload = multipart([{ name: 'code.js', type: 'application/javascript', text: 'console.log(2)' }]);

function isSchema(value: unknown): value is z.ZodType {
  return typeof (value as { safeParse?: unknown } | undefined)?.safeParse === 'function';
}
