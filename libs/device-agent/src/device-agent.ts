import type { FrameHandlers, MessageOrder, Progress } from '@drover/contract/link';
import type { Clock } from './clock';
import { DeviceLink, type LinkEnd, type LinkOptions, type Order } from './device-link';
import type { Journal } from './journal';
import type { Outbox } from './outbox';
import { Runs } from './runs';
import type { ScriptHost, UpdateHost } from './script-host';

/** Bytes in the socket's buffer at which no more frames are sent. */
const maxBufferedBytes = 1024 * 1024;

/** Messages to remember, so that a repeated message is shown once. */
const rememberedMessages = 1000;

/** Why the agent has to end: the server deleted the device, or the link is not opened again. */
export type EndReason = 'removed' | LinkEnd;

interface AgentOptions {
  journal: Journal;
  outbox: Outbox;
  scripts: ScriptHost;
  /** Absent if the agent cannot update itself. */
  updates?: UpdateHost;
  clock: Clock;
  maxRuns: number;
  link: Pick<
    LinkOptions,
    'host' | 'server' | 'helloToken' | 'describeDevice' | 'readFacts' | 'reconnectMinMs'
  >;
  log: (sentence: string) => void;
  showMessage: (message: Pick<MessageOrder, 'title' | 'text'>) => void;
  /** Called when the link is open. */
  onUp?: () => void;
  onEnd: (reason: EndReason) => void;
}

/** The agent of an enrolled device: its link, its runs and its outbox. */
export class DeviceAgent {
  private readonly runs: Runs;
  private readonly link: DeviceLink;
  private shownMessages: string[] = [];
  private isClosing = false;
  /** Whether the server of this link understands Progress. */
  private knowsProgress = false;

  constructor(private readonly options: AgentOptions) {
    const { outbox, log, updates } = options;
    this.runs = new Runs({ ...options, sendProgress: (frame) => this.sendProgress(frame) });
    this.link = new DeviceLink({
      ...options.link,
      runIds: () => this.runs.ids(),
      onWelcome: ({ name, progressMs }) => {
        log(`Connected to ${options.link.server} as ${name}.`);
        this.knowsProgress = progressMs !== undefined;
        outbox.rewind();
        this.flush();
        this.runs.sendProgress();
        if (options.onUp) options.onUp();
        if (updates) updates.onLinkChange(true);
      },
      onOrder: (order) => this.handle(order),
      onDown: (reason, waitMs) => {
        log(`The link is down (${reason}). Next attempt in ${Math.ceil(waitMs / 1000)} s.`);
        if (updates) updates.onLinkChange(false);
      },
      onEnd: options.onEnd,
    });
    outbox.onAppend = () => this.flush();
  }

  /** Recovers the runs of the last process of the agent, then connects. */
  start(done: () => void): void {
    this.runs.recover(() => {
      if (!this.isClosing) this.link.open();
      done();
    });
  }

  /** Connects at once if the link is waiting for its next attempt. */
  reconnectNow(): void {
    this.link.reconnectNow();
  }

  /** Stops all runs and waits up to `flushMs` for the server to acknowledge the frames. Then closes the link. */
  close({ reason, flushMs }: { reason: string; flushMs: number }, done: () => void): void {
    this.isClosing = true;
    const { outbox, clock } = this.options;
    this.runs.close(reason, () => {
      const deadlineMs = clock.elapsedMs() + flushMs;
      const closeWhenFlushed = () => {
        const isFlushing = this.link.isUp() && !outbox.isEmpty() && clock.elapsedMs() < deadlineMs;
        if (isFlushing) return void clock.setTimeout(closeWhenFlushed, 10);
        this.link.close();
        outbox.onAppend = undefined;
        done();
      };
      closeWhenFlushed();
    });
  }

  private readonly handlers: FrameHandlers<Order> = {
    run: (order) => this.runs.accept(order),
    stop: (order) => this.runs.stop(order),
    message: (order) => this.showMessage(order),
    ack: ({ n }) => {
      this.options.outbox.acknowledge(n);
      this.flush();
    },
    forget: () => this.options.onEnd('removed'),
    pong: () => undefined,
  };

  private handle(order: Order): void {
    // A newer server may send frames of other types.
    const handler = this.handlers[order.type] as ((order: Order) => void) | undefined;
    if (handler) handler(order);
  }

  private showMessage({ messageId, title, text }: MessageOrder): void {
    if (this.shownMessages.indexOf(messageId) < 0) {
      this.options.showMessage({ title, text });
      this.shownMessages = this.shownMessages.concat(messageId).slice(-rememberedMessages);
    }
    this.options.outbox.append({ type: 'received', messageId });
  }

  private sendProgress(frame: Progress): void {
    if (!this.knowsProgress || !this.link.isUp() || this.link.bufferedBytes() >= maxBufferedBytes) return;
    this.link.send(frame);
  }

  /** Sends as many frames as the window and the network have room for. */
  private flush(): void {
    while (this.link.isUp() && this.link.bufferedBytes() < maxBufferedBytes) {
      const frame = this.options.outbox.next();
      if (frame === undefined) return;
      this.link.send(frame);
    }
  }
}
