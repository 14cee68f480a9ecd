import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Drover, type DroverOptions } from '../index';

/** One request as it arrived. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (response: ServerResponse, request: Received) => void;

/** A small HTTP server that gives the answers of a script, one for each request; the last one from then on. */
export class TestServer {
  readonly received: Received[] = [];
  private answers: Answer[] = [];
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(): Promise<TestServer> {
    const test = new TestServer();
    await new Promise<void>((resolve) => test.server.listen(0, '127.0.0.1', resolve));
    return test;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  client(options: Partial<DroverOptions> = {}): Drover {
    return new Drover({ baseUrl: this.baseUrl, token: 'hmp_test', ...options });
  }

  /** What the next requests are answered with. */
  script(...answers: Answer[]): void {
    this.received.length = 0;
    this.answers = answers;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') };
    this.received.push(received);
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    answer?.(response, received);
  }
}

/** A success with a JSON body. */
export function ok(body: unknown): Answer {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A success without a body. */
export function noContent(headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(204, headers).end();
}

/** An error as the service answers it. */
export function failure(status: number, headers: Record<string, string> = {}): Answer {
  const body = { code: 1000, message: 'No.', documentation_url: '/docs', requestId: 'r1' };
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The connection breaks without an answer. */
export const broken: Answer = (response) => response.destroy();

/** No answer ever comes. */
export const silent: Answer = () => undefined;
