import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually';

/** A request that a receiver got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Writes the response of a receiver. */
export type Answer = (response: ServerResponse, received: Received) => void;

/** The target of a webhook: an HTTP server that stores requests, and responds as `answer` says. */
export class TestReceiver {
  readonly received: Received[] = [];
  answer: Answer = (response) => void response.writeHead(204).end();

  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      this.received.push(received);
      this.answer(response, received);
    });
  });

  static async open(): Promise<TestReceiver> {
    const receiver = new TestReceiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Waits for a number of requests, and returns all so far. */
  async requests(count: number): Promise<Received[]> {
    return eventually(async () => {
      if (this.received.length < count)
        throw new Error(`${this.received.length} of ${count} requests arrived.`);
      return this.received;
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Responds with a status. */
export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);
