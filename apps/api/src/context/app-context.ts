import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { BlobStore } from '../blobs/blob-store';
import type { UploadHashes } from '../blobs/upload-hashes';
import type { AgentFiles } from '../agent-files/agent-files';
import type { Bus } from '../bus/bus';
import type { LocalLinks } from '../bus/local-links';
import type { PrismaClient } from '../database/client/client';

import type { Metrics } from '../metrics/metrics';
import type { RequestCounts } from '../metrics/request-counts';
import type { Masks } from '../masking/masks';
import type { SourceMaps } from '../source-maps/source-maps';
import type { Foreground } from '../tasks/foreground';
import type { Shares } from '../tasks/shares';
import type { Turns } from '../tasks/turns';
import type { Vault } from '../encryption/vault';
import type { Settings } from './settings';

/** The dependencies of all features. It is the first argument of their functions. */
export interface AppContext {
  readonly settings: Settings;
  /** URL of this service for users and devices, without a trailing slash. */
  readonly publicUrl: string;
  /** URLs under which devices may reach this server, most likely first. */
  readonly addresses: string[];
  /** Lets somebody on another machine create the first account. */
  readonly setupCode: string;
  readonly log: Logger;
  readonly prisma: PrismaClient;
  /** For set-based statements on hot paths. */
  readonly pool: Pool;
  /** Content that is too large for the database. */
  readonly blobs: BlobStore;
  readonly uploadHashes: UploadHashes;
  readonly bus: Bus;
  /** The devices that are connected to this server. */
  readonly localLinks: LocalLinks;
  readonly metrics: Metrics;
  /** Requests that are not counted in the database yet. */
  readonly requestCounts: RequestCounts;
  /** The agent for computers that this server hands out. */
  readonly agentFiles: AgentFiles;
  /** Encrypts secrets before they are stored in the database. */
  readonly vault: Vault;
  /** Masks secrets in the output of runs. */
  readonly masks: Masks;
  /** Source maps of projects, which show errors in their source files. */
  readonly sourceMaps: SourceMaps;
  /** The requests that are being processed. */
  readonly foreground: Foreground;
  /** What the owners of work use of the main thread. */
  readonly shares: Shares;
  /** Divides the time of the event loop between accounts. */
  readonly turns: Turns;
  /** ID of this server among the nodes of an installation. */
  readonly nodeId: string;
  /** Registers a function that is called when the server stops, for example to clear a timer. */
  onClose(this: void, close: () => unknown): void;
}
