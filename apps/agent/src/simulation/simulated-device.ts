import { LINK_LIMITS, type RunOrder } from '@drover/contract/link';
import { DeviceLink, type Draft, type Order } from '@drover/device-agent';
import type { z } from 'zod';
import { Credential } from '../device/credential';
import { describeMachine, Machine } from '../device/machine';
import { createLinkHost } from '../link/link-host';
import { simulatedResult } from './simulated-result';
import { simulatedLine } from './simulated-line';

/** Settings and counters of all simulated devices. */
export interface Simulation {
  lines: number;
  lineMs: number;
  runMs: number;
  resultBytes: number;
  connected: number;
  runsStarted: number;
  runsFinished: number;
  linesSent: number;
  reconnects: number;
}

/** A credential, and the machine that the device reports to be. */
export const SimulatedCredential = Credential.extend({ machine: Machine.optional() });
export type SimulatedCredential = z.infer<typeof SimulatedCredential>;

const thisMachine = describeMachine();

/** Ended runs that are remembered, so that a repeated order does not start them again. */
const rememberedRuns = 16;

interface SimulatedDeviceOptions {
  simulation: Simulation;
  /** The number of the device among those that fail. Its runs fail at one of the `throw` statements of their code. */
  failing?: number;
  onEnd: () => void;
}

/** A device without processes and files, which sends the frames that a real one would send. */
export class SimulatedDevice {
  private readonly link: DeviceLink;
  private outbox: { n: number; runId: string | undefined; text: string }[] = [];
  private unsent = 0;
  private lastNumber = 0;
  /** Timers that finish the running runs; null for ended runs. */
  private readonly runs = new Map<string, NodeJS.Timeout | null>();
  private isUp = false;

  constructor(
    credential: SimulatedCredential,
    private readonly options: SimulatedDeviceOptions,
  ) {
    this.link = new DeviceLink({
      server: credential.server,
      host: createLinkHost(credential.token),
      describeDevice: () => credential.machine ?? thisMachine,
      runIds: () => this.runIds(),
      onWelcome: () => this.handleWelcome(),
      onOrder: (order) => this.handleOrder(order),
      onDown: () => this.handleDisconnect(),
      onEnd: () => {
        this.handleDisconnect();
        options.onEnd();
      },
    });
  }

  open(): void {
    this.link.open();
  }

  close(): void {
    for (const timer of this.runs.values()) if (timer) clearTimeout(timer);
    this.link.close();
  }

  private handleWelcome(): void {
    this.isUp = true;
    this.simulation.connected += 1;
    this.unsent = 0;
    this.flush();
  }

  private handleDisconnect(): void {
    if (this.isUp) this.simulation.connected -= 1;
    this.isUp = false;
    this.simulation.reconnects += 1;
  }

  /** Lists the runs that go on, and those whose reports the server may not have. It takes all others for lost. */
  private runIds(): string[] {
    const running = [...this.runs.keys()].filter((runId) => this.runs.get(runId));
    return [...new Set([...running, ...this.outbox.flatMap(({ runId }) => runId ?? [])])];
  }

  private handleOrder(order: Order): void {
    if (order.type === 'run') this.start(order);
    else if (order.type === 'stop') this.stop(order.runId, order.reason);
    else if (order.type === 'message') this.append({ type: 'received', messageId: order.messageId });
    else if (order.type === 'forget') this.close();
    else if (order.type === 'ack') this.acknowledge(order.n);
  }

  private get simulation(): Simulation {
    return this.options.simulation;
  }

  private start({ runId, env, code = '' }: RunOrder): void {
    if (this.runs.has(runId)) return;
    const { lines, lineMs, runMs } = this.simulation;
    // A benchmark compares runs of the same devices with and without results.
    const resultBytes = Number(env.RESULT_BYTES ?? this.simulation.resultBytes);
    this.simulation.runsStarted += 1;
    const startedAt = Date.now();
    this.append({ type: 'accepted', runId });
    this.append({ type: 'started', runId, at: startedAt });
    const text = JSON.stringify(env);
    const log = (first: number, length: number) => {
      const line = (seq: number) =>
        ({ seq, at: Date.now(), level: 'info', text: simulatedLine(seq, text) }) as const;
      this.append({ type: 'log', runId, lines: Array.from({ length }, (_, i) => line(first + i)) });
      this.simulation.linesSent += length;
    };
    const reason = this.options.failing === undefined ? undefined : findThrow(code, this.options.failing);
    const result =
      reason === undefined
        ? ({ state: 'succeeded', exitCode: 0 } as const)
        : ({ state: 'failed', reason, exitCode: 1 } as const);
    const batch = lineMs === 0 ? LINK_LIMITS.logLines : 1;
    const logFrom = (first: number): void => {
      if (first > lines) {
        const finish = () =>
          this.finish(runId, { startedAt, ...result, result: simulatedResult(resultBytes) });
        return void this.runs.set(runId, setTimeout(finish, runMs));
      }
      log(first, Math.min(batch, lines - first + 1));
      if (lineMs === 0) return logFrom(first + batch);
      this.runs.set(
        runId,
        setTimeout(() => logFrom(first + batch), lineMs),
      );
    };
    logFrom(1);
  }

  private stop(runId: string, reason?: string): void {
    const timer = this.runs.get(runId);
    if (timer === null) return;
    clearTimeout(timer);
    this.finish(runId, { state: timer ? 'stopped' : 'canceled', reason });
  }

  private finish(
    runId: string,
    result: Omit<Extract<Draft, { type: 'finished' }>, 'type' | 'runId' | 'at'>,
  ): void {
    this.append({ type: 'finished', runId, at: Date.now(), ...result });
    this.simulation.runsFinished += 1;
    this.runs.set(runId, null);
    const ended = [...this.runs.keys()].filter((id) => this.runs.get(id) === null);
    for (const id of ended.slice(0, -rememberedRuns)) this.runs.delete(id);
  }

  private append(draft: Draft): void {
    this.lastNumber += 1;
    const runId = 'runId' in draft ? draft.runId : undefined;
    this.outbox.push({
      n: this.lastNumber,
      runId,
      text: JSON.stringify({ ...draft, n: this.lastNumber }),
    });
    this.flush();
  }

  private acknowledge(n: number): void {
    const before = this.outbox.length;
    this.outbox = this.outbox.filter((frame) => frame.n > n);
    this.unsent = Math.max(0, this.unsent - (before - this.outbox.length));
    this.flush();
  }

  private flush(): void {
    while (this.isUp && this.unsent < Math.min(this.outbox.length, LINK_LIMITS.unacknowledgedFrames)) {
      this.link.send(this.outbox[this.unsent].text);
      this.unsent += 1;
    }
  }
}

/**
 * Returns the reason with which code fails on the failing device of this number: the devices take turns with its `throw`
 * statements. Returns undefined for code without one.
 */
function findThrow(code: string, number: number): string | undefined {
  const throws = [...code.matchAll(/\bthrow\b(?:\s+new\s+(\w+)\(\s*(['"`])(.*?)\2)?/g)];
  const match = throws[number % throws.length];
  if (!match) return undefined;
  const line = code.slice(0, match.index).split('\n').length;
  const [, type = 'Error', , message = 'the script threw'] = match;
  return `${type}: ${message} (script.js:${line})`;
}
