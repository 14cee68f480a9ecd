import type { FrameHandlers, MessageOrder, Welcome } from '@drover/contract/link';
import { mkdirSync } from 'node:fs';
import { forgetDevice, type Credential } from './device/credential';
import type { DataFolder } from './device/data-folder';
import { Connection, type Order, type Verdict } from './link/connection';
import { Outbox } from './link/outbox';
import { CodeCache } from './runs/code-cache';
import { Journal } from './runs/journal';
import { Runs } from './runs/runs';
import { SecretEnvs } from './runs/secret-envs';

/** Bytes that may wait for the network before no more frames are handed to it. */
const maxBufferedBytes = 1024 * 1024;

/** Milliseconds that the last frames have to reach the server when the agent ends. */
const farewellMs = 1000;

/** Messages whose repeats are known as such. */
const rememberedMessages = 1000;

/** Exit codes of the program beside 0 and 1. */
const EXIT_CODES = {
  /** The server does not know the credential. */
  badCredential: 3,
  /** Another agent has connected as the same device. */
  replaced: 4,
} as const;

interface AgentOptions {
  folder: DataFolder;
  credential: Credential;
  maxRuns: number;
  memoryMb: number;
  say: (sentence: string) => void;
  reconnectMinMs?: number;
}

/** An enrolled device at work: its link, its runs, its outbox. */
export class Agent {
  private readonly journal: Journal;
  private readonly outbox: Outbox;
  private readonly runs: Runs;
  private readonly connection: Connection;
  private readonly shownMessages = new Set<string>();
  private end!: (exitCode: number) => void;
  private isEnding = false;

  /** Resolves with the exit code when the agent has ended and left nothing behind. */
  readonly ended = new Promise<number>((resolve) => (this.end = resolve));

  constructor(private readonly options: AgentOptions) {
    const { folder, credential, maxRuns, memoryMb, say, reconnectMinMs } = options;
    mkdirSync(folder.state, { recursive: true, mode: 0o700 });
    this.journal = new Journal(folder.journal);
    this.outbox = new Outbox(folder.outbox);
    this.runs = new Runs({
      journal: this.journal,
      outbox: this.outbox,
      codes: new CodeCache(folder.code, credential),
      envs: new SecretEnvs(folder.secretEnvs),
      workFolder: folder.work,
      maxRuns,
      memoryMb,
      say,
    });
    this.connection = new Connection({
      server: credential.server,
      token: credential.token,
      runs: () => this.runs.ids(),
      onWelcome: (welcome) => this.welcome(welcome),
      onOrder: (order) => this.obey(order),
      onDown: (why, waitMs) => say(`The link is down (${why}). Next try in ${Math.ceil(waitMs / 1000)} s.`),
      onEnd: (verdict) => void this.obeyVerdict(verdict),
      reconnectMinMs,
    });
    this.outbox.onAppend = () => this.flush();
  }

  async start(): Promise<void> {
    await this.runs.recover();
    if (!this.isEnding) this.connection.open();
  }

  /** Ends the runs and says so to the server, if it listens. */
  async stop(): Promise<void> {
    await this.finish({ reason: 'the agent was stopped', exitCode: 0 });
  }

  private welcome({ name }: Welcome): void {
    this.options.say(`Connected to ${this.options.credential.server} as ${name}.`);
    this.outbox.rewind();
    this.flush();
  }

  private readonly handlers: FrameHandlers<Order> = {
    run: (order) => void this.runs.take(order),
    stop: (order) => void this.runs.stop(order),
    message: (order) => this.show(order),
    ack: ({ n }) => {
      this.outbox.acknowledge(n);
      this.flush();
    },
    forget: () => void this.forget(),
    pong: () => undefined,
  };

  private obey(order: Order): void {
    const handle = this.handlers[order.type] as (order: Order) => void;
    handle(order);
  }

  private show({ messageId, title, text }: MessageOrder): void {
    if (!this.shownMessages.has(messageId)) {
      this.options.say(title ? `Message: ${title}: ${text}` : `Message: ${text}`);
      this.shownMessages.add(messageId);
      if (this.shownMessages.size > rememberedMessages) {
        const [oldest] = this.shownMessages;
        this.shownMessages.delete(oldest);
      }
    }
    this.outbox.append({ type: 'received', messageId });
  }

  /** Sends what the window and the network have room for; each Ack calls it again. */
  private flush(): void {
    while (this.connection.isUp && this.connection.bufferedBytes < maxBufferedBytes) {
      const frame = this.outbox.next();
      if (frame === undefined) return;
      this.connection.send(frame);
    }
  }

  private async forget(): Promise<void> {
    this.options.say('The server removed this device. Its credential is deleted.');
    await this.finish({ reason: 'the device was removed', exitCode: 0, isForgotten: true });
  }

  private async obeyVerdict(verdict: Verdict): Promise<void> {
    if (verdict === 'replaced') {
      this.options.say('Another agent has connected as this device. This one ends.');
      return this.finish({ reason: 'another agent took over', exitCode: EXIT_CODES.replaced });
    }
    this.options.say(
      'The server does not know this device any more. Its credential is deleted: enrol again.',
    );
    await this.finish({
      reason: 'the credential was withdrawn',
      exitCode: EXIT_CODES.badCredential,
      isForgotten: true,
    });
  }

  private async finish(how: { reason: string; exitCode: number; isForgotten?: boolean }): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    await this.runs.close(how.reason);
    if (!how.isForgotten) await this.sayFarewell();
    this.connection.close();
    this.outbox.onAppend = undefined;
    this.outbox.close();
    this.journal.close();
    if (how.isForgotten) forgetDevice(this.options.folder);
    this.end(how.exitCode);
  }

  private async sayFarewell(): Promise<void> {
    const until = performance.now() + farewellMs;
    while (this.connection.isUp && !this.outbox.isEmpty && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
