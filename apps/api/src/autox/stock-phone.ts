import {
  CLOSE_CODES,
  type FrameHandlers,
  type Hello,
  type MessageOrder,
  type ServerFrame,
} from '@drover/contract';
import { hashSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import type { Link, LinkedDevice, LinkHost, Order } from '../device-socket/link';
import { StatusFrames } from '../device-socket/status-frames';
import type { DurableFrame } from '../device-socket/report';
import { wakeDevices } from '../bus/wake-devices';
import type { AppContext } from '../context/app-context';
import { command, describePhone, type PhoneHello } from './dialect';
import { findKnownRuns, loadCode, stockPlatform } from './phones';
import { StockRuns, type KnownRun } from './stock-runs';

/** How long to wait for the agent before scripts run without it. */
const agentTimeoutMs = 5_000;

/** The connection of a phone. */
export interface PhoneSocket {
  send(frame: object): void;
  close(code: number, reason: string): void;
  isCongested(): boolean;
  /** Called when another link of the phone replaced this one. The connection stays open, because the agent may need it again. */
  onReplaced(): void;
}

interface Connection {
  host: LinkHost;
  socket: PhoneSocket;
}

/** Makes a phone online without an agent. It receives the same orders as over the device link, as commands of its app. */
export async function openStockPhone(
  context: AppContext,
  { host, socket }: Connection,
  { deviceId, token, hello }: { deviceId: string; token: string; hello: PhoneHello },
): Promise<StockPhone> {
  const known = await findKnownRuns(context, deviceId);
  const stock = new StockPhone(context, { host, socket }, { deviceId, known });
  const runIds = known.map(({ runId }) => runId);
  const device = await host.connect({
    linkId: stock.linkId,
    tokenHash: hashSecret(token),
    hello: linkHello(hello, runIds),
  });
  if (device) stock.open(device);
  else socket.close(CLOSE_CODES.badCredential, 'the device was deleted');
  return stock;
}

/** A phone that has no agent yet and uses only its stock app. */
export class StockPhone implements Link {
  readonly linkId = newId();
  readonly deviceId: string;
  readonly sent = new Set<string>();
  readonly updates = 'on-connect';
  readonly engine = 'phone';
  private readonly host: LinkHost;
  private readonly socket: PhoneSocket;
  private readonly runs: StockRuns;
  private readonly status: StatusFrames;
  private readonly agentTimer: NodeJS.Timeout;
  private isWaitingForAgent = true;
  private isOpen = true;
  /** Empty until the phone is connected. */
  accountId = '';
  private lastReport: Promise<unknown> = Promise.resolve();
  /** Starts above the frame numbers of the agent, which counts from 1 on the same device. */
  private n = Date.now() * 1000;

  constructor(
    context: AppContext,
    { host, socket }: Connection,
    { deviceId, known }: { deviceId: string; known: KnownRun[] },
  ) {
    this.deviceId = deviceId;
    this.host = host;
    this.socket = socket;
    this.runs = new StockRuns({
      send: (frame) => socket.send(frame),
      report: (frame) => (this.lastReport = this.report(frame)),
      sendProgress: (frame) => this.status.record(frame, { id: deviceId, accountId: this.accountId }),
      loadCode: (sha256) => loadCode(context, sha256),
      known,
    });
    this.status = new StatusFrames(host);
    this.agentTimer = setTimeout(() => {
      this.isWaitingForAgent = false;
      wakeDevices(context, [deviceId]);
    }, agentTimeoutMs);
  }

  /** Makes the phone receive its work. */
  open({ accountId }: LinkedDevice): void {
    this.accountId = accountId;
    this.host.onOpen(this);
  }

  /** Handles a line of the app's log. Resolves when its report is stored. */
  async onMessage(log: string): Promise<void> {
    this.runs.onMessage(log);
    await this.lastReport;
  }

  onDisconnected(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.agentTimer);
    this.runs.close();
    this.host.onClose(this);
  }

  isCongested(): boolean {
    return this.isWaitingForAgent || this.socket.isCongested();
  }

  send(frame: ServerFrame): void {
    (this.handlers[frame.type] as (frame: ServerFrame) => void)(frame);
  }

  sendOrder(order: Order): void {
    this.send(order.toFrame());
  }

  close(code: number, reason: string): void {
    this.onDisconnected();
    if (code === CLOSE_CODES.replaced) this.socket.onReplaced();
    else this.socket.close(code, reason);
  }

  /** Does nothing, because the connection of the phone has its own heartbeat. */
  ping(): void {}

  private readonly handlers: FrameHandlers<ServerFrame> = {
    run: (order) => void this.runs.start(order).catch(() => this.closeForRetry()),
    stop: ({ runId, reason }) => this.runs.stop(runId, reason),
    message: (order) => this.show(order),
    forget: () => this.runs.stopAll(),
    welcome: () => undefined,
    ack: () => undefined,
    pong: () => undefined,
  };

  private show({ messageId, title, text }: MessageOrder): void {
    const script = `dialogs.alert(${JSON.stringify(title ?? 'Drover')}, ${JSON.stringify(text)});`;
    this.socket.send(command({ command: 'run', id: messageId, name: 'message.js', script }));
    void this.report({ type: 'received', messageId });
  }

  private async report(frame: Record<string, unknown>): Promise<unknown> {
    this.n += 1;
    const durable = { n: this.n, ...frame } as unknown as DurableFrame;
    const time = (at: number) => new Date(Math.min(at, Date.now()));
    const { deviceId, accountId, engine } = this;
    return this.host
      .report({ deviceId, accountId, engine, frame: durable, bytes: JSON.stringify(frame).length, time })
      .catch(() => this.closeForRetry());
  }

  private closeForRetry(): void {
    this.socket.close(1013, 'not stored, try again');
  }
}

function linkHello(hello: PhoneHello, runs: string[]): Hello {
  return {
    type: 'hello',
    protocol: 1,
    now: Date.now(),
    platform: stockPlatform,
    runs,
    ...describePhone(hello),
  };
}
