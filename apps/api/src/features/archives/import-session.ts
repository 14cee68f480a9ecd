import {
  cutChars,
  LIMITS,
  type ArchivedDevice,
  type ArchivedKind,
  type ImportedRecord,
  type ImportReason,
} from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { anyOf, int } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { ApiError } from '../../errors/api-error';
import type { Author } from '../../http/author';
import { deviceGroupQuota } from '../device-groups/device-groups';
import { presetQuota } from '../presets/presets';
import { scheduleQuota } from '../schedules/schedules';
import type { ArchiveReader } from './archive-reader';

/** Who imports, and how. */
export interface ImportRequest {
  accountId: string;
  author: Author;
  isDryRun: boolean;
}

/** What became of a record. */
export type Imported = Pick<ImportedRecord, '_id' | 'outcome'> & { missingDevices?: string[] };

/** A record that cannot be imported. The others are. */
export class ImportFailure extends Error {
  constructor(
    readonly reason: ImportReason,
    readonly detail: string | null = null,
    readonly missingDevices: string[] = [],
  ) {
    super(detail ?? reason);
  }
}

/** Returns why a record cannot be imported. Throws errors that are not about the record. */
export function toFailure(error: unknown): ImportFailure {
  if (error instanceof ImportFailure) return error;
  if (!(error instanceof ApiError)) throw error;
  const reason = error.error === 'conflict' ? 'conflict' : 'invalid';
  return new ImportFailure(reason, error.message);
}

/** Maximum number of missing devices that an import reports by name for each record. */
const maxMissing = 100;

const quotas = {
  'device-group': deviceGroupQuota,
  devscript: undefined,
  preset: presetQuota,
  schedule: scheduleQuota,
} as const;

/** An import, with what it has read of the workspace so far. */
export class ImportSession {
  /** IDs of records in the workspace, by kind and ID in the archive. */
  private readonly ids = new Map<string, string>();
  private readonly created = new Map<ArchivedKind, number>();
  /** Device IDs by name. Null if several devices have the name. */
  private devicesByName?: Promise<Map<unknown, string | null>>;
  /** Names of secrets, and names of input files by their SHA-256, that records refer to. */
  readonly secrets = new Set<string>();
  readonly files = new Map<string, string>();

  constructor(
    readonly context: AppContext,
    readonly reader: ArchiveReader,
    readonly request: ImportRequest,
  ) {}

  get accountId(): string {
    return this.request.accountId;
  }

  get isDryRun(): boolean {
    return this.request.isDryRun;
  }

  /** The condition for the record that an archived one was exported from or imported as. */
  own(archiveId: string) {
    return { accountId: this.accountId, OR: [{ id: archiveId }, { originId: archiveId }] };
  }

  setId(kind: ArchivedKind, archiveId: string, id: string): void {
    this.ids.set(`${kind} ${archiveId}`, id);
  }

  /** Returns the ID that a record of the archive has here. In a dry run it may be one that does not exist yet. */
  idOf(kind: ArchivedKind, archiveId: string): string | undefined {
    return this.ids.get(`${kind} ${archiveId}`);
  }

  /** Fails if the account can have no more records of a kind. A dry run counts those that it would create. */
  async assertRoom(kind: ArchivedKind): Promise<void> {
    const quota = quotas[kind];
    const created = this.created.get(kind) ?? 0;
    this.created.set(kind, created + 1);
    if (!quota) return;
    const select = db
      .selectFrom(quota.table)
      .select((eb) => int(eb.fn.countAll()).as('count'))
      .where('accountId', '=', this.accountId);
    const [{ count }] = await execute(this.context.pool, select);
    if (count + (this.isDryRun ? created : 0) < quota.max) return;
    throw new ImportFailure('limit_reached', quota.message);
  }

  /** Fails if a record of the account has the name that is not the one with the ID. */
  async assertNameIsFree(
    table: 'DeviceGroup' | 'Preset',
    { id, name }: { id?: string; name: string },
  ): Promise<void> {
    const select = db
      .selectFrom(table)
      .select('id')
      .where('accountId', '=', this.accountId)
      .where('name', '=', name);
    const [other] = await execute(this.context.pool, select);
    if (other && other.id !== id) throw new ImportFailure('name_taken');
  }

  /**
   * Finds devices by their ID, or else by a name that exactly one device of the account has. Returns the IDs of those that
   * exist, and names of others.
   */
  async findDevices(devices: ArchivedDevice[]): Promise<{ ids: string[]; missing: string[] }> {
    const select = db
      .selectFrom('Device')
      .select('id')
      .where('accountId', '=', this.accountId)
      .where('id', '=', anyOf(devices.map(({ _id }) => _id)));
    const rows = devices.length === 0 ? [] : await execute(this.context.pool, select);
    const known = new Set(rows.map(({ id }) => id));
    const ids = new Set<string>();
    const missing: string[] = [];
    for (const { _id, name } of devices) {
      const id = known.has(_id) ? _id : await this.findDeviceByName(name);
      if (id) ids.add(id);
      else if (missing.length < maxMissing)
        missing.push(cutChars(typeof name === 'string' ? name : _id, LIMITS.deviceNameChars));
    }
    return { ids: [...ids], missing };
  }

  private async findDeviceByName(name: unknown): Promise<string | null | undefined> {
    this.devicesByName ??= this.readDeviceNames();
    return (await this.devicesByName).get(name);
  }

  /** Reads the names of all devices, once for an import that needs them. */
  private async readDeviceNames(): Promise<Map<unknown, string | null>> {
    const select = db.selectFrom('Device').select(['id', 'name']).where('accountId', '=', this.accountId);
    const byName = new Map<unknown, string | null>();
    for (const { id, name } of await execute(this.context.pool, select)) {
      byName.set(name, byName.has(name) ? null : id);
    }
    return byName;
  }

  /** Remembers the secrets and input files that values refer to. */
  addReferences(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { $secret, $file, name } = value as Record<string, unknown>;
    if (typeof $secret === 'string') this.secrets.add($secret);
    if (typeof $file === 'string') this.files.set($file, typeof name === 'string' ? name : $file);
    for (const part of Object.values(value)) this.addReferences(part);
  }

  async findMissingSecrets(): Promise<string[]> {
    const select = db.selectFrom('Secret').select('name').where('accountId', '=', this.accountId);
    const known = new Set((await execute(this.context.pool, select)).map(({ name }) => name));
    return [...this.secrets].filter((name) => !known.has(name)).sort();
  }

  async findMissingFiles(): Promise<string[]> {
    const select = db
      .selectFrom('InputFile')
      .select('sha256')
      .where('accountId', '=', this.accountId)
      .where('sha256', '=', anyOf([...this.files.keys()]))
      .where('completedAt', 'is not', null);
    const known = new Set((await execute(this.context.pool, select)).map(({ sha256 }) => sha256));
    return [...this.files].flatMap(([sha256, name]) => (known.has(sha256) ? [] : [name])).sort();
  }
}
