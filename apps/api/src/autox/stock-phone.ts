import {
  CLOSE_CODES,
  type FrameHandlers,
  type Hello,
  type MessageOrder,
  type ServerFrame,
} from '@drover/contract';
import { hashSecret } from '../accounts/credentials';
import { newId } from '../database/ids';
import type { Link, LinkHost } from '../link/link';
import type { DurableFrame } from '../link/report';
import { wakeDevices } from '../link/wake';
import type { Service } from '../service';
import { command, describePhone, type PhoneHello } from './dialect';
import { findKnownRuns, loadCode, stockPlatform, type AdmittedPhone } from './phones';
import { StockRuns, type KnownRun } from './stock-runs';

/** How long the agent has to take over before scripts are run without it. */
const agentPatienceMs = 5_000;

/** The connection of a phone, as its link needs it. */
export interface PhoneSocket {
  send(frame: object): void;
  close(code: number, reason: string): void;
  isCongested(): boolean;
  /** Another link of the phone took over: the connection goes on, for its agent may need it again. */
  onReplaced(): void;
}

interface Ends {
  host: LinkHost;
  socket: PhoneSocket;
}

/** Makes the phone online, as the device link does for an agent: the same orders reach it, as commands of its app. */
export async function openStockPhone(
  service: Service,
  { host, socket }: Ends,
  { phone, hello }: { phone: AdmittedPhone & { token: string }; hello: PhoneHello },
): Promise<StockPhone> {
  const { deviceId } = phone;
  const known = await findKnownRuns(service, deviceId);
  const stock = new StockPhone(service, { host, socket }, { deviceId, known });
  const runIds = known.map(({ runId }) => runId);
  const device = await host.connect({
    linkId: stock.linkId,
    tokenHash: hashSecret(phone.token),
    hello: linkHello(hello, runIds),
  });
  if (device) host.onOpen(stock);
  else socket.close(CLOSE_CODES.badCredential, 'the device was removed');
  return stock;
}

/** A phone that has no agent yet, online by its stock app alone. */
export class StockPhone implements Link {
  readonly linkId = newId();
  readonly deviceId: string;
  readonly sent = new Set<string>();
  private readonly host: LinkHost;
  private readonly socket: PhoneSocket;
  private readonly runs: StockRuns;
  private readonly agentTimer: NodeJS.Timeout;
  private isWaitingForAgent = true;
  private isOpen = true;
  private lastReport: Promise<unknown> = Promise.resolve();
  /** Numbers that no agent's outbox reaches: the agent counts its own from 1, on the same device. */
  private n = Date.now() * 1000;

  constructor(
    service: Service,
    { host, socket }: Ends,
    { deviceId, known }: { deviceId: string; known: KnownRun[] },
  ) {
    this.deviceId = deviceId;
    this.host = host;
    this.socket = socket;
    this.runs = new StockRuns({
      send: (frame) => socket.send(frame),
      report: (frame) => (this.lastReport = this.report(frame)),
      loadCode: (sha256) => loadCode(service, sha256),
      known,
    });
    this.agentTimer = setTimeout(() => {
      this.isWaitingForAgent = false;
      wakeDevices(service, [deviceId]);
    }, agentPatienceMs);
  }

  /** Takes a line of the app's log; resolves when what it reports is in the database. */
  async hear(log: string): Promise<void> {
    this.runs.hear(log);
    await this.lastReport;
  }

  leave(): void {
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

  close(code: number, reason: string): void {
    this.leave();
    if (code === CLOSE_CODES.replaced) this.socket.onReplaced();
    else this.socket.close(code, reason);
  }

  /** The phone itself pings; whoever holds its socket notices where it does no more. */
  beat(): void {}

  private readonly handlers: FrameHandlers<ServerFrame> = {
    run: (order) => void this.runs.start(order).catch(() => this.giveUp()),
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
    return this.host.report({ deviceId: this.deviceId, frame: durable, time }).catch(() => this.giveUp());
  }

  private giveUp(): void {
    this.socket.close(1013, 'not written; try again');
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
