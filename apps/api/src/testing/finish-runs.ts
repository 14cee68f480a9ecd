import type { Finished, RunOrder } from '@drover/contract';
import { newSecret, hashSecret } from '../auth/credentials';
import { advanceRollout } from '../features/rollouts/advance';
import { expireRuns } from '../features/runs/expiry';
import { TestLink } from './test-device';
import type { TestServer } from './test-server';

/** How a run ends. `expired` means that its device never connects. */
export type Outcome = (n: number) => Finished['state'] | 'expired';

/** Connects the devices of a job and ends each run. Returns the orders that they received, in order. */
export async function finishRuns(
  server: TestServer,
  jobId: string,
  outcome: Outcome = () => 'succeeded',
): Promise<RunOrder[]> {
  const { pool } = server.context;
  const { rows } = await pool.query<{ id: string; deviceId: string }>(
    `SELECT id, "deviceId" FROM "Run" WHERE "jobId" = $1 AND state = 'queued' AND NOT "isHeld" ORDER BY id`,
    [jobId],
  );
  const orders: RunOrder[] = [];
  for (const [n, { id, deviceId }] of rows.entries()) {
    const state = outcome(n);
    if (state === 'expired') {
      await pool.query(`UPDATE "Run" SET "deliverBy" = now() WHERE id = $1`, [id]);
      continue;
    }
    const token = newSecret('hmd');
    await pool.query(`UPDATE "Device" SET "tokenHash" = $2 WHERE id = $1`, [deviceId, hashSecret(token)]);
    const link = await TestLink.open(server.url, token);
    orders.push(await startOf(link, id));
    await link.finish(id, { state, exitCode: state === 'succeeded' ? 0 : 1 });
    await link.close();
  }
  await expireRuns(server.context);
  return orders;
}

/** Ends the released runs of a job and advances its rollout. */
export async function finishReleased(
  server: TestServer,
  jobId: string,
  outcome?: Outcome,
): Promise<RunOrder[]> {
  const orders = await finishRuns(server, jobId, outcome);
  await lookAt(server, jobId);
  return orders;
}

/** Advances a rollout. Waits for servers of other specs that advance it at the same time. */
export async function lookAt({ context }: TestServer, jobId: string): Promise<void> {
  const others = () => context.pool.query(`SELECT FROM "Rollout" WHERE "jobId" = $1 FOR UPDATE`, [jobId]);
  await others();
  await advanceRollout(context, jobId);
  await others();
}

/** Returns the order of one run among the orders of the device. */
async function startOf(link: TestLink, runId: string): Promise<RunOrder> {
  let order = await link.start();
  while (order.runId !== runId) order = await link.start();
  return order;
}
