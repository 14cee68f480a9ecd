import { cutChars, LIMITS } from '@drover/contract/limits';
import { DeviceAgent, Journal, Outbox, type EndReason } from '@drover/device-agent';
import { mkdirSync } from 'node:fs';
import { ArtifactSpool } from './artifacts/spool';
import { ArtifactUploader } from './artifacts/uploader';
import type { RunCgroups } from './cgroup/run-cgroups';
import { clock } from './clock';
import { deleteDeviceData, type Credential } from './device/credential';
import type { DataFolder } from './device/data-folder';
import { readFacts } from './device/facts';
import { describeMachine } from './device/machine';
import type { RunLimits } from './isolation/command';
import type { Sandbox } from './isolation/sandbox';
import { createLinkHost } from './link/link-host';
import { SegmentStore } from './link/segment-store';
import { StorageFolder } from './runs/storage-folder';
import { ProcessHost } from './runs/script-host';
import { FileCache } from './files/file-cache';
import { CodeCache } from './runs/code-cache';
import { SyncedJournalFile } from './runs/journal-file';
import { SecretEnvs } from './runs/secret-envs';
import type { SelfUpdate } from './update/self-update';

/** Milliseconds that the last frames have to reach the server when the agent ends. */
const shutdownFlushMs = 1000;

interface AgentOptions {
  folder: DataFolder;
  credential: Credential;
  maxRuns: number;
  limits: RunLimits;
  sandbox: Sandbox;
  cgroups?: RunCgroups;
  /** Bytes of artifacts that may wait for the server. */
  spoolBytes: number;
  log: (sentence: string) => void;
  /** Absent if the agent cannot update itself. */
  updates?: SelfUpdate;
  reconnectMinMs?: number;
}

interface Shutdown {
  /** Why running scripts are stopped. */
  reason: string;
  exitCode: number;
  /** Whether the credential and the state of the device are deleted. */
  isForgotten?: boolean;
}

/** How the agent ends for each reason of the server. Exit codes 0 and 1 mean what they mean elsewhere. */
const SHUTDOWNS: Record<EndReason, Shutdown & { message: string }> = {
  removed: {
    reason: 'the device was removed',
    exitCode: 0,
    isForgotten: true,
    message: 'The server removed this device. The credential is deleted.',
  },
  'bad-credential': {
    reason: 'the credential was withdrawn',
    exitCode: 3,
    isForgotten: true,
    message: 'The server rejects the credential. It is deleted: enrol again.',
  },
  replaced: {
    reason: 'another agent took over',
    exitCode: 4,
    message: 'Another agent has connected as this device. This agent exits.',
  },
};

/** Bytes of input files that are kept for further runs. */
const fileCacheBytes = 4 * 1024 ** 3;

/** The agent of this machine: the shared agent with files, processes and sockets of Node. */
export class Agent {
  private readonly journal: Journal;
  private readonly outbox: Outbox;
  private readonly uploader: ArtifactUploader;
  private readonly files: FileCache;
  private readonly agent: DeviceAgent;
  private resolveEnded!: (exitCode: number) => void;
  private isEnding = false;

  /** Resolves with the exit code when the agent has ended and no script is left. */
  readonly ended = new Promise<number>((resolve) => (this.resolveEnded = resolve));

  constructor(private readonly options: AgentOptions) {
    const {
      folder,
      credential,
      maxRuns,
      limits,
      sandbox,
      cgroups,
      spoolBytes,
      log,
      updates,
      reconnectMinMs,
    } = options;
    mkdirSync(folder.state, { recursive: true, mode: 0o700 });
    this.journal = new Journal(new SyncedJournalFile(folder.journal));
    this.outbox = new Outbox(new SegmentStore(folder.outbox));
    const spool = new ArtifactSpool(folder.artifacts, spoolBytes);
    this.uploader = new ArtifactUploader({ spool, ...credential, log, minRetryMs: reconnectMinMs });
    this.files = new FileCache({
      ...{ folder: folder.files, maxBytes: fileCacheBytes, ...credential, log, minRetryMs: reconnectMinMs },
    });
    const description = {
      ...describeMachine(),
      engine: 'node' as const,
      isolation: cutChars(
        [sandbox.method, ...(cgroups ? [cgroups.label] : [])].join(', '),
        LIMITS.deviceLabelChars,
      ),
      ...(updates && { canUpdate: true }),
    };
    this.agent = new DeviceAgent({
      journal: this.journal,
      outbox: this.outbox,
      scripts: new ProcessHost({
        codes: new CodeCache(folder.code, credential),
        files: this.files,
        envs: new SecretEnvs(folder.secretEnvs),
        outbox: this.outbox,
        storages: new StorageFolder(folder.storages),
        spool,
        credential,
        agentVersion: description.appVersion,
        workFolder: folder.work,
        limits,
        sandbox,
        cgroups,
      }),
      updates,
      clock,
      maxRuns,
      link: {
        host: createLinkHost(credential.token),
        server: credential.server,
        describeDevice: () => description,
        readFacts: () => readFacts(folder.root),
        reconnectMinMs,
      },
      log,
      showMessage: ({ title, text }) => log(title ? `Message: ${title}: ${text}` : `Message: ${text}`),
      onUp: () => this.uploader.retryNow(),
      onEnd: (reason) => {
        log(SHUTDOWNS[reason].message);
        this.shutDown(SHUTDOWNS[reason]);
      },
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.agent.start(resolve));
    this.uploader.retryNow();
  }

  /** Stops the running scripts and reports that to the server, if it is connected. */
  async stop(): Promise<void> {
    this.shutDown({ reason: 'the agent was stopped', exitCode: 0 });
    await this.ended;
  }

  private shutDown({ reason, exitCode, isForgotten = false }: Shutdown): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.uploader.close();
    this.files.close();
    this.options.updates?.close();
    this.agent.close({ reason, flushMs: isForgotten ? 0 : shutdownFlushMs }, () => {
      this.outbox.close();
      this.journal.close();
      this.options.cgroups?.close();
      if (isForgotten) deleteDeviceData(this.options.folder);
      this.resolveEnded(exitCode);
    });
  }
}
