import type { Pool } from 'pg';
import type { AppContext } from '../context/app-context';

/** How to find the account of a row in tables without the column `accountId`. */
const belonging: Record<string, string> = {
  Account: 't.id = $1',
  Person: 't.id IN (SELECT "personId" FROM "Member" WHERE "accountId" = $1)',
  Passkey: 't."personId" IN (SELECT "personId" FROM "Member" WHERE "accountId" = $1)',
  Identity: 't."personId" IN (SELECT "personId" FROM "Member" WHERE "accountId" = $1)',
  ProviderSession: 't."tokenId" IN (SELECT id FROM "AccessToken" WHERE "accountId" = $1)',
  PasswordReset: 't."personId" IN (SELECT "personId" FROM "Member" WHERE "accountId" = $1)',
  InvitationLink: 't."invitationId" IN (SELECT id FROM "Invitation" WHERE "accountId" = $1)',
  Mail: 't."invitationId" IN (SELECT id FROM "Invitation" WHERE "accountId" = $1)',
  RecoveryCode: 't."personId" IN (SELECT "personId" FROM "Member" WHERE "accountId" = $1)',
  DirectoryGroupMember: 't."groupId" IN (SELECT id FROM "DirectoryGroup" WHERE "accountId" = $1)',
  DeviceConnection: 't."deviceId" IN (SELECT id FROM "Device" WHERE "accountId" = $1)',
  DeviceFacts: 't."deviceId" IN (SELECT id FROM "Device" WHERE "accountId" = $1)',
  DeviceGroupMember: 't."deviceId" IN (SELECT id FROM "Device" WHERE "accountId" = $1)',
  DevscriptFile: 't."devscriptId" IN (SELECT id FROM "Devscript" WHERE "accountId" = $1)',
  ProjectBuild: 't."devscriptId" IN (SELECT id FROM "Devscript" WHERE "accountId" = $1)',
  Revision: 't."devscriptId" IN (SELECT id FROM "Devscript" WHERE "accountId" = $1)',
  PromotionCode: 't."devscriptId" IN (SELECT id FROM "Devscript" WHERE "accountId" = $1)',
  ScriptVersion: 't."scriptId" IN (SELECT id FROM "Script" WHERE "accountId" = $1)',
  FormerCode: 't."jobId" IN (SELECT id FROM "Job" WHERE "accountId" = $1)',
  Rollout: 't."jobId" IN (SELECT id FROM "Job" WHERE "accountId" = $1)',
  RolloutWave: 't."jobId" IN (SELECT id FROM "Job" WHERE "accountId" = $1)',
  StoreCall: 't."runId" IN (SELECT id FROM "Run" WHERE "accountId" = $1)',
  RunLog: 't."runId" IN (SELECT id FROM "Run" WHERE "accountId" = $1)',
  ScheduleOccurrence: 't."scheduleId" IN (SELECT id FROM "Schedule" WHERE "accountId" = $1)',
  RepositoryPin: 't."repositoryId" IN (SELECT id FROM "Repository" WHERE "accountId" = $1)',
  PinnedProject: 't."repositoryId" IN (SELECT id FROM "Repository" WHERE "accountId" = $1)',
  JobVariant: 't."jobId" IN (SELECT id FROM "Job" WHERE "accountId" = $1)',
  RepositoryProject: 't."repositoryId" IN (SELECT id FROM "Repository" WHERE "accountId" = $1)',
  RepositoryPush: 't."repositoryId" IN (SELECT id FROM "Repository" WHERE "accountId" = $1)',
  WebhookDelivery: 't."webhookId" IN (SELECT id FROM "Webhook" WHERE "accountId" = $1)',
  MessageDelivery: 't."messageId" IN (SELECT id FROM "Message" WHERE "accountId" = $1)',
};

/**
 * Tables without an owner, those that are written after the response, refused requests included (the audit log and the
 * number of requests), and counters of runs and devices, which are written in the background.
 */
const ignoredTables = [
  ...[
    'Content',
    'Installation',
    'SignInAttempts',
    'PasskeyChallenge',
    'ProviderSignIn',
    'UsedLogoutToken',
    'SignInRequest',
    'Node',
    'AuditChain',
    'AuditEntry',
    'RequestCount',
    'RepositorySync',
    '_prisma_migrations',
  ],
  ...[
    'ArtifactUsage',
    'StoreUsage',
    'RunChange',
    'JobCount',
    'HourlyRuns',
    'HourlyDevices',
    'TimeChange',
    'DailyTimes',
  ],
  ...['FailureChange', 'FailureTotal', 'FailureCount', 'FailureVersion', 'FailureDevice'],
];

/** Columns that the service writes in the background. */
const writtenLater: Record<string, string[]> = {
  AccessToken: ['lastUsedAt', 'address'],
  Secret: ['lastUsedAt'],
  Member: ['lastSeenAt'],
  Repository: ['commit', 'knownHosts', 'nextAt', 'nextTrigger', 'syncId', 'leaseUntil'],
  Mail: ['state', 'attempts', 'nextAttemptAt', 'sentAt', 'error'],
  WebhookDelivery: [
    ...[
      'state',
      'attempts',
      'nextAttemptAt',
      'isSending',
      'attemptedAt',
      'headers',
      'response',
      'durationMs',
    ],
    'error',
  ],
};

/** The rows of an account by table: their number, and a digest of the columns that callers can change. */
export async function stateOf({ pool }: AppContext, accountId: string): Promise<Record<string, string>> {
  text ??= statementFor(pool);
  const statement = { name: 'account-state', text: await text, values: [accountId] };
  const { rows } = await pool.query<{ table: string; state: string }>(statement);
  return Object.fromEntries(rows.map(({ table, state }) => [table, state]));
}

/** Built once, because the schema does not change while specs run. */
let text: Promise<string> | undefined;

async function statementFor(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1`,
  );
  const counted = tables
    .filter(({ table }) => !ignoredTables.includes(table))
    .map(({ table, columns }) => {
      const where = columns.includes('accountId') ? 't."accountId" = $1' : belonging[table];
      if (!where) {
        throw new Error(`Say in contract-tests/account-state.ts how "${table}" belongs to an account.`);
      }
      const told = columns
        .filter((column) => !writtenLater[table]?.includes(column))
        .map((column) => `t."${column}"`);
      const row = `ROW(${told.join()})::text`;
      return `SELECT '${table}' AS table, count(*) || ' ' || coalesce(md5(string_agg(${row}, '' ORDER BY ${row})), '')
              AS state FROM "${table}" t WHERE ${where}`;
    });
  return counted.join(' UNION ALL ');
}
