import type { AuditPolicy } from '@drover/contract';

/** What the audit log compares of records of a table. */
interface AuditedTable {
  compared: readonly string[];
}

/** The tables that audit targets are in, by prefix of the action, with the columns that entries compare. */
const tables = {
  account: {
    table: 'Account',
    compared: ['name', 'email', 'passwordHash', 'isSecondFactorRequired', 'isSingleSignOnRequired'],
  },
  'agent-updates': { table: 'Account', compared: ['updatesAgents', 'updateWindow'] },
  approval: { table: 'Approval', compared: [] },
  'approval-rules': {
    table: 'Account',
    compared: ['approvalDevices', 'approvesSchedules', 'approvalGroupIds'],
  },
  device: { table: 'Device', compared: ['name', 'tags'] },
  'device-group': { table: 'DeviceGroup', compared: ['name', 'rule'] },
  devscript: {
    table: 'Devscript',
    compared: ['name', 'description', 'plan', 'price', 'currency'],
  },
  'enrolment-key': { table: 'EnrolmentKey', compared: [] },
  identity: { table: 'Identity', compared: [] },
  invitation: { table: 'Invitation', compared: [] },
  job: { table: 'Job', compared: [] },
  member: { table: 'Member', compared: ['role', 'groupIds'] },
  'notification-settings': { table: 'Account', compared: ['notifyDeviceIds', 'notifySelector'] },
  passkey: { table: 'Passkey', compared: [] },
  preset: { table: 'Preset', compared: ['name', 'request'] },
  repository: {
    table: 'Repository',
    compared: ['name', 'url', 'ref', 'folder', 'secretName', 'knownHosts', 'intervalMinutes'],
  },
  schedule: {
    table: 'Schedule',
    compared: ['name', 'cron', 'timeZone', 'at', 'everyMinutes', 'overlap', 'missed', 'isPaused', 'job'],
  },
  script: { table: 'Script', compared: [] },
  session: { table: 'Account', compared: [] },
  token: { table: 'AccessToken', compared: [] },
  workspace: { table: 'Account', compared: [] },
  webhook: { table: 'Webhook', compared: ['name', 'url', 'events', 'isEnabled'] },
} as const satisfies Record<string, AuditedTable & { table: string }>;

export type AuditedTableName = (typeof tables)[keyof typeof tables]['table'];

/** Returns the table of the target of an action, or undefined if its ID is a name. */
export function findAuditedTable({
  action,
  target,
}: AuditPolicy): (AuditedTable & { table: AuditedTableName }) | undefined {
  if (target === 'params.slug') return undefined;
  if (target === 'params.sessionId') return tables.token;
  const [prefix] = action.split('.');
  if (target === 'params.devscriptId') return tables.devscript;
  if (action === 'script.execute') return tables.job;
  return Object.hasOwn(tables, prefix) ? tables[prefix as keyof typeof tables] : undefined;
}

/** The names of columns in entries, where they differ. */
const fieldNames: Record<string, string> = {
  passwordHash: 'password',
  notifyDeviceIds: 'devices',
  notifySelector: 'selector',
  groupIds: 'groups',
  approvalDevices: 'maxDevices',
  approvesSchedules: 'schedules',
  approvalGroupIds: 'groups',
};

/** Fields whose values entries do not contain, because they are or may contain secrets. */
const hiddenFields = ['password', 'code', 'vars', 'url'];

/** Columns that contain the request of a job, whose fields are compared one by one. */
const requestColumns = ['job', 'request'];

/** Longest text of a value, in characters. */
const valueChars = 200;

/** A changed field. Both values are null if they are not recorded. */
export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** Compares the columns of a record before and after a change. */
export function compareRecords(
  compared: readonly string[],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  const [old, present] = [before, after].map(
    (row) => new Map(compared.flatMap((name) => fieldsOf(row, name))),
  );
  const fields = [...new Set([...old.keys(), ...present.keys()])];
  return fields.flatMap((field) => {
    const [from, to] = [old, present].map((values) => formatValue(values.get(field)));
    if (from === to) return [];
    const cut = (text: string | null) => text && text.slice(0, valueChars);
    const isHidden = hiddenFields.includes(field);
    return [{ field, before: isHidden ? null : cut(from), after: isHidden ? null : cut(to) }];
  });
}

function fieldsOf(row: Record<string, unknown>, column: string): [string, unknown][] {
  if (requestColumns.includes(column)) return Object.entries(row[column] ?? {});
  return [[fieldNames[column] ?? column, row[column]]];
}

function formatValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
