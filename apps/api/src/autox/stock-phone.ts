import { CLOSE_CODES, type FrameHandlers, type Hello, type ServerFrame } from '@drover/contract';
import { hashSecret } from '../accounts/credentials';
import { newId } from '../database/ids';
import type { Link, LinkHost } from '../link/link';
import type { DurableFrame } from '../link/report';
import { wakeDevices } from '../link/wake';
import type { Service } from '../service';
import { command, describePhone, type PhoneHello } from './dialect';
import { findKnownRuns, loadCode, stockPlatform, type AdmittedPhone } from './phones';
import { StockRuns } from './stock-runs';

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

/** A phone that has no agent yet, online by its stock app alone. */
export interface StockPhone {
  hear(log: string): Promise<void>;
  leave(): void;
}

/** Makes the phone online, as the device link does for an agent: the same orders reach it, as commands of its app. */
export async function openStockPhone(
  service: Service,
  { host, socket }: { host: LinkHost; socket: PhoneSocket },
  { phone, hello }: { phone: AdmittedPhone & { token: string }; hello: PhoneHello },
): Promise<StockPhone> {
  const { deviceId } = phone;
  let lastReport: Promise<unknown> = Promise.resolve();
  let isWaitingForAgent = true;
  const known = await findKnownRuns(service, deviceId);
  const runs = new StockRuns({
    send: socket.send,
    report: (frame) => (lastReport = report(frame)),
    loadCode: (sha256) => loadCode(service, sha256),
    known,
  });

  const link: Link = {
    linkId: newId(),
    deviceId,
    sent: new Set(),
    isCongested: () => isWaitingForAgent || socket.isCongested(),
    send: (frame) => (handlers[frame.type] as (frame: ServerFrame) => void)(frame),
    close(code, reason) {
      leave();
      if (code === CLOSE_CODES.replaced) socket.onReplaced();
      else socket.close(code, reason);
    },
    // The phone itself pings; whoever holds its socket notices where it does no more.
    beat: () => undefined,
  };

  const handlers: FrameHandlers<ServerFrame> = {
    run: (order) => void runs.start(order).catch(giveUp),
    stop: ({ runId, reason }) => runs.stop(runId, reason),
    message: ({ messageId, title, text }) => {
      const script = `dialogs.alert(${JSON.stringify(title ?? 'Drover')}, ${JSON.stringify(text)});`;
      socket.send(command({ command: 'run', id: messageId, name: 'message.js', script }));
      void report({ type: 'received', messageId });
    },
    forget: () => runs.stopAll(),
    welcome: () => undefined,
    ack: () => undefined,
    pong: () => undefined,
  };

  /** Numbers that no agent's outbox reaches: the agent counts its own from 1, on the same device. */
  let n = Date.now() * 1000;
  async function report(frame: Record<string, unknown>): Promise<unknown> {
    n += 1;
    const durable = { n, ...frame } as unknown as DurableFrame;
    return host
      .report({ deviceId, frame: durable, time: (at) => new Date(Math.min(at, Date.now())) })
      .catch(giveUp);
  }

  function giveUp(): void {
    socket.close(1013, 'not written; try again');
  }

  const agentTimer = setTimeout(() => {
    isWaitingForAgent = false;
    wakeDevices(service, [deviceId]);
  }, agentPatienceMs);
  let isOpen = true;

  function leave(): void {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(agentTimer);
    runs.close();
    host.onClose(link);
  }

  const device = await host.connect({
    linkId: link.linkId,
    tokenHash: hashSecret(phone.token),
    hello: linkHello(
      hello,
      known.map(({ runId }) => runId),
    ),
  });
  if (device) host.onOpen(link);
  else socket.close(CLOSE_CODES.badCredential, 'the device was removed');
  return {
    async hear(log) {
      runs.hear(log);
      await lastReport;
    },
    leave,
  };
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
