import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from './bus/bus';
import type { PrismaClient } from './database/client/client';
import type { Metrics } from './metrics/metrics';
import type { Masks } from './secrets/masks';
import type { Vault } from './secrets/vault';
import type { Settings } from './settings';

/** What every feature works with; the first argument of its functions. */
export interface Service {
  readonly settings: Settings;
  /** Where people and devices reach this service, without a slash at the end. */
  readonly publicUrl: string;
  /** Where devices may reach this server, likeliest first. */
  readonly addresses: string[];
  readonly log: Logger;
  readonly prisma: PrismaClient;
  /** For set-based statements on hot paths. */
  readonly pool: Pool;
  readonly bus: Bus;
  readonly metrics: Metrics;
  /** Encrypts what nobody may read in the database. */
  readonly vault: Vault;
  /** What hides secrets in what runs write. */
  readonly masks: Masks;
  /** Name of this server among the nodes of an installation. */
  readonly nodeId: string;
}
