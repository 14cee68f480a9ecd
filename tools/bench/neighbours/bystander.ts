import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import type { Neighbour } from './target';

/** What the bystander's requests and webhooks took, in milliseconds. */
export interface Experience {
  requests: number[];
  webhooks: number[];
  /** Requests that failed. They count with the timeout. */
  failures: number;
}

const requestsPerSecond = 50;
const messagesPerSecond = 5;
const timeoutMs = 10_000;
/** How long the deliveries of a phase may come after it. */
const deliveryTimeoutMs = 20_000;

/** An account that uses the service like any other, and its webhook. */
export class Bystander {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly sent = new Map<string, number>();
  private arrived: number[] = [];
  private count = 0;

  private constructor(
    private readonly url: string,
    private readonly neighbour: Neighbour,
    private readonly receiver: Server,
  ) {}

  /** Starts the receiver of its webhook and creates the webhook. */
  static async start(url: string, neighbour: Neighbour): Promise<Bystander> {
    const receiver = createServer();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const bystander = new Bystander(url, neighbour, receiver);
    receiver.on('request', (message, response) => {
      let text = '';
      message.setEncoding('utf8').on('data', (part: string) => (text += part));
      message.on('end', () => {
        bystander.onDelivery(text);
        response.end();
      });
    });
    const { port } = receiver.address() as AddressInfo;
    const body = JSON.stringify({ url: `http://127.0.0.1:${port}/`, events: ['message.created'] });
    const { status } = await bystander.send('POST', '/v1/webhooks', body);
    if (status !== 201) throw new Error(`The webhook was not created: ${status}.`);
    return bystander;
  }

  /** Sends requests and messages at fixed times, whatever earlier ones take, and waits for all of them. */
  async live(seconds: number): Promise<Experience> {
    const experience: Experience = { requests: [], webhooks: [], failures: 0 };
    const begin = performance.now();
    const pending: Promise<void>[] = [];
    for (let tick = 0; tick < seconds * requestsPerSecond; tick += 1) {
      const due = begin + (tick * 1000) / requestsPerSecond;
      await delay(Math.max(due - performance.now(), 0));
      pending.push(this.listDevices(due, experience));
      if (tick % (requestsPerSecond / messagesPerSecond) === 0) pending.push(this.sendMessage(experience));
    }
    await Promise.all(pending);
    await this.untilDelivered();
    experience.webhooks = this.arrived;
    this.arrived = [];
    return experience;
  }

  close(): void {
    this.agent.destroy();
    this.receiver.closeAllConnections();
    this.receiver.close();
  }

  private async listDevices(due: number, experience: Experience): Promise<void> {
    const { status } = await this.send('GET', '/v1/devices');
    if (status !== 200) experience.failures += 1;
    experience.requests.push(status === 200 ? performance.now() - due : timeoutMs);
  }

  private async sendMessage(experience: Experience): Promise<void> {
    const text = `message ${(this.count += 1)}`;
    this.sent.set(text, performance.now());
    const body = JSON.stringify({ token: this.neighbour.token, text });
    const { status } = await this.send('POST', '/v1/message/send', body);
    if (status === 204) return;
    experience.failures += 1;
    this.sent.delete(text);
  }

  private onDelivery(body: string): void {
    const { data } = JSON.parse(body) as { data: { text: string } };
    const sentAt = this.sent.get(data.text);
    // A delivery may come twice.
    if (sentAt === undefined) return;
    this.sent.delete(data.text);
    this.arrived.push(performance.now() - sentAt);
  }

  /** Waits for the deliveries of the messages. Those that do not come count with the time that was waited for them. */
  private async untilDelivered(): Promise<void> {
    const deadline = performance.now() + deliveryTimeoutMs;
    while (this.sent.size > 0 && performance.now() < deadline) await delay(10);
    this.arrived.push(...Array.from(this.sent.values(), (sentAt) => performance.now() - sentAt));
    this.sent.clear();
  }

  private send(method: string, path: string, body?: string): Promise<{ status: number }> {
    const { token, address } = this.neighbour;
    const headers = {
      authorization: `token ${token}`,
      'x-forwarded-for': address,
      ...(body && { 'content-type': 'application/json' }),
    };
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const sent = request(this.url + path, { method, agent: this.agent, headers, signal }, (response) => {
        response.resume();
        response.on('error', () => resolve({ status: 0 }));
        response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
      });
      sent.on('error', () => resolve({ status: 0 }));
      sent.end(body);
    });
  }
}
