import type { RunOrder } from '@drover/contract/link';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../device/data-folder';

/**
 * Stores the environments of waiting runs that contain secrets: one file each, deleted when the script has started. The
 * journal stores the order without them, because it remembers runs long after their end.
 */
export class SecretEnvs {
  constructor(private readonly folder: string) {}

  /** Returns the order for the journal. */
  withhold(order: RunOrder): RunOrder {
    if (!order.hasSecrets) return order;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    replaceFile(this.pathOf(order.runId), JSON.stringify(order.env));
    return { ...order, env: {} };
  }

  /** Returns the complete order, or undefined if its environment is missing. */
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

  /** Deletes the environments of all other runs. */
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
