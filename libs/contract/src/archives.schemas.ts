import { z } from 'zod';
import { DeviceRule } from './devices.schemas';
import { Id, text, Time, Vars } from './fields';
import { jobFields } from './jobs.schemas';
import { LIMITS } from './limits';
import { RevisionSource } from './revisions.schemas';
import { MissedPolicy, Overlap, When } from './schedules.schemas';

/** The format of archives that this release writes and reads. */
export const ARCHIVE_VERSION = 1;

/** Which revisions of each development script an archive contains. */
export const ArchivedRevisions = z.enum(['all', 'latest']);
export type ArchivedRevisions = z.infer<typeof ArchivedRevisions>;

export const ExportQuery = z.object({
  revisions: ArchivedRevisions.optional().meta({ description: 'default: all' }),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 of 64 lowercase hex characters');

/** What `manifest.json` of an archive contains. It is the last entry. */
export const ArchiveManifest = z.object({
  format: z.literal('drover-archive', 'must be drover-archive'),
  version: z.literal(ARCHIVE_VERSION),
  createdAt: Time,
  serverVersion: z.string(),
  workspace: z.object({ name: z.string() }),
  revisions: ArchivedRevisions,
  records: z
    .array(z.object({ path: z.string(), sha256: Sha256 }))
    .meta({ description: 'every record with its SHA-256, in the order in which they are imported' }),
});
export type ArchiveManifest = z.infer<typeof ArchiveManifest>;

/** A device that a record names. Another installation knows it by its name. */
const ArchivedDevice = z.object({ _id: z.string(), name: z.unknown().optional() });
export type ArchivedDevice = z.infer<typeof ArchivedDevice>;

const ArchivedDevices = z.array(ArchivedDevice).max(LIMITS.devicesPerRequest);

/** A device group, in the entry `device-groups/<ID>.json`. */
export const ArchivedGroup = z.object({
  _id: Id,
  name: text(LIMITS.deviceGroupNameChars, 1),
  devices: ArchivedDevices.nullable(),
  rule: DeviceRule.nullable(),
});
export type ArchivedGroup = z.infer<typeof ArchivedGroup>;

/** A file of a devscript. Its content is the entry `contents/<SHA-256>`. */
const ArchivedFile = z.object({ name: text(LIMITS.fileNameChars), sha256: Sha256 });

const projectMeta = {
  description:
    'the project that the code was built from: source files, source map, and the code for phones with its source map',
};

const ArchivedProject = z.object({
  sources: Sha256,
  sourceMap: Sha256.nullable(),
  // Archives of earlier servers lack them.
  phoneCode: Sha256.nullable().default(null),
  phoneMap: Sha256.nullable().default(null),
});

export const ArchivedFiles = z.object({
  code: ArchivedFile.nullable(),
  config: ArchivedFile.nullable(),
  schema: ArchivedFile.nullable(),
  project: ArchivedProject.nullable().meta(projectMeta),
});
export type ArchivedFiles = z.infer<typeof ArchivedFiles>;

export const ArchivedRevision = ArchivedFiles.extend({
  number: z.number().int().min(1).max(2_000_000_000),
  name: text(LIMITS.revisionNameChars, 1).nullable(),
  source: RevisionSource,
  restoredNumber: z.number().int().min(1).max(2_000_000_000).nullable(),
  personName: text(LIMITS.accountNameChars).nullable(),
  tokenName: text(LIMITS.filterChars).nullable(),
  commit: text(64).nullable(),
  commitAuthor: text(LIMITS.commitAuthorChars).nullable(),
  createdAt: Time,
});
export type ArchivedRevision = z.infer<typeof ArchivedRevision>;

function haveRisingNumbers(revisions: ArchivedRevision[]): boolean {
  return revisions.every(({ number }, index) => index === 0 || number > (revisions[index - 1]?.number ?? 0));
}

/** A development script, in the entry `devscripts/<ID>.json`. */
export const ArchivedDevscript = z.object({
  _id: Id,
  name: text(LIMITS.scriptNameChars, 1),
  description: text(LIMITS.scriptDescriptionChars),
  files: ArchivedFiles,
  values: Vars.nullable().meta({ description: 'saved configuration values' }),
  revisions: z
    .array(ArchivedRevision)
    .max(LIMITS.revisions)
    .refine(haveRisingNumbers, { message: 'must have rising numbers' }),
});
export type ArchivedDevscript = z.infer<typeof ArchivedDevscript>;

const jobMeta = { description: 'the body of POST /v1/jobs, with IDs of the archive' };
const ScriptName = z
  .string()
  .nullable()
  .meta({ description: 'current name of the script; null for code or a deleted script' });

/** A preset, in the entry `presets/<ID>.json`. */
export const ArchivedPreset = z.object({
  _id: Id,
  name: text(LIMITS.presetNameChars, 1),
  scriptName: ScriptName,
  job: z.object(jobFields).meta(jobMeta),
});
export type ArchivedPreset = z.infer<typeof ArchivedPreset>;

/** A schedule, in the entry `schedules/<ID>.json`. */
export const ArchivedSchedule = z.object({
  _id: Id,
  name: text(LIMITS.scheduleNameChars, 1),
  scriptName: ScriptName,
  when: When,
  job: z.object(jobFields).meta(jobMeta),
  overlap: Overlap,
  missed: MissedPolicy,
  isPaused: z.boolean(),
});
export type ArchivedSchedule = z.infer<typeof ArchivedSchedule>;

/** What an archive contains, in the order of the import. */
export const ArchivedKind = z.enum(['device-group', 'devscript', 'preset', 'schedule']);
export type ArchivedKind = z.infer<typeof ArchivedKind>;

export const ImportQuery = z.object({
  dryRun: z
    .enum(['true', 'false'], { message: 'must be true or false' })
    .transform((value) => value === 'true')
    .optional()
    .meta({ description: 'true: changes nothing, and returns what an import would do' }),
});
export type ImportQuery = z.infer<typeof ImportQuery>;

export const ImportOutcome = z.enum(['created', 'changed', 'unchanged', 'failed']);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/**
 * Why a record could not be imported. `name_taken`: another record has its name. `script_missing`, `group_missing`,
 * `devices_missing`: it names what does not exist here. `conflict`: it changed during the import. The others say what is
 * wrong in `detail`.
 */
export const ImportReason = z.enum([
  'name_taken',
  'script_missing',
  'group_missing',
  'devices_missing',
  'limit_reached',
  'conflict',
  'invalid',
]);
export type ImportReason = z.infer<typeof ImportReason>;

/** What an import did with a record of the archive. Schedules that it created or changed are paused. */
export const ImportedRecord = z.object({
  kind: ArchivedKind,
  name: z.string(),
  archiveId: Id.meta({ description: 'its ID in the archive' }),
  _id: Id.nullable().meta({ description: 'its ID here; null if it does not exist' }),
  outcome: ImportOutcome,
  reason: ImportReason.nullable().meta({ description: 'why it failed' }),
  detail: z.string().nullable().meta({ description: 'what it failed at, in English' }),
  missingDevices: z.array(z.string()).meta({
    description: 'names of devices that do not exist here, at most 100; the record was imported without them',
  }),
});
export type ImportedRecord = z.infer<typeof ImportedRecord>;

/** What an import did. */
export const ImportResult = z.object({
  isApplied: z.boolean().meta({ description: 'false: a dry run, which changed nothing' }),
  created: z.number().int().meta({ description: 'number of records' }),
  changed: z.number().int().meta({ description: 'number of records' }),
  unchanged: z.number().int().meta({ description: 'number of records' }),
  failed: z.number().int().meta({ description: 'number of records' }),
  missingSecrets: z.array(z.string()).meta({ description: 'names of secrets that do not exist here' }),
  missingFiles: z.array(z.string()).meta({ description: 'names of input files that do not exist here' }),
  records: z.array(ImportedRecord),
});
export type ImportResult = z.infer<typeof ImportResult>;
