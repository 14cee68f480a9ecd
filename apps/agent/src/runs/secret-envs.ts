import type { RunOrder } from '@drover/contract/link';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../device/data-folder';

/**
 * Environments with secrets of runs that wait: a file each, which is gone when the script has it. The journal, which
 * remembers runs long after their end, has the order without it.
 */
export class SecretEnvs {
  constructor(private readonly folder: string) {}

  /** Gives the order as the journal may keep it. */
  withhold(order: RunOrder): RunOrder {
    if (!order.hasSecrets) return order;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    replaceFile(this.pathOf(order.runId), JSON.stringify(order.env));
    return { ...order, env: {} };
  }

  /** The order as it came; nothing where its environment is gone. */
  restore(order: RunOrder): RunOrder | undefined {
    if (!order.hasSecrets) return order;
    try {
      return { ...order, env: JSON.parse(readFileSync(this.pathOf(order.runId), 'utf8')) as RunOrder['env'] };
    } catch {
      return undefined;
    }
  }

  remove({ runId, hasSecrets }: RunOrder): void {
    if (hasSecrets) rmSync(this.pathOf(runId), { force: true });
  }

  /** Removes what belongs to no run that waits. */
  removeOthers(orders: RunOrder[]): void {
    const waiting = new Set(orders.map(({ runId }) => runId));
    for (const name of list(this.folder)) {
      if (!waiting.has(name)) rmSync(join(this.folder, name), { force: true });
    }
  }

  private pathOf(runId: string): string {
    return join(this.folder, runId);
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
