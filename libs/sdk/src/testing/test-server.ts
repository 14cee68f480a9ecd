import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Drover, type DroverOptions } from '../index';

/** A received request. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Writes the response to a request. */
export type Responder = (response: ServerResponse, request: Received) => void;

/** An HTTP server with scripted responses, one per request. The last response is repeated. */
export class TestServer {
  readonly received: Received[] = [];
  private responders: Responder[] = [];
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

  /** Sets the responses to the next requests. */
  script(...responders: Responder[]): void {
    this.received.length = 0;
    this.responders = responders;
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
    const respond = this.responders.length > 1 ? this.responders.shift() : this.responders[0];
    respond?.(response, received);
  }
}

/** A success with a JSON body. */
export function ok(body: unknown): Responder {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A success without a body. */
export function noContent(headers: Record<string, string> = {}): Responder {
  return (response) => response.writeHead(204, headers).end();
}

/** An error of the service. */
export function failure(status: number, headers: Record<string, string> = {}): Responder {
  const body = { code: 1000, message: 'No.', documentation_url: '/docs', requestId: 'r1' };
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Closes the connection without a response. */
export const broken: Responder = (response) => response.destroy();

/** Never responds. */
export const silent: Responder = () => undefined;
