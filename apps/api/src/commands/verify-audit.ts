import { verifyChains } from '../features/audit/chain';
import { silentLog, withDatabase } from './with-database';
import type { CommandInput } from './command-input';

/** Verifies the audit logs of all workspaces, and prints the newest hash of each. The exit code is 1 if one is broken. */
export async function verifyAudit({ settings }: CommandInput): Promise<void> {
  await withDatabase(settings, silentLog, async ({ pool }) => {
    const client = await pool.connect();
    try {
      let chains = 0;
      for await (const { accountId, entries, head, problem } of verifyChains(client)) {
        chains += 1;
        const count = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
        if (problem === undefined)
          console.log(`ok      ${accountId}: ${count}, number ${head.number}, ${head.hash}`);
        else console.log(`broken  ${accountId}: ${problem} (${count} before it are intact)`);
        if (problem !== undefined) process.exitCode = 1;
      }
      if (chains === 0) console.log('There are no audit entries.');
    } finally {
      client.release();
    }
  });
}
