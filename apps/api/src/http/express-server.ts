import express, { type Express } from 'express';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

/**
 * Size limit of the request line and the headers. A text of 2,000 characters in the query is longer than Node's 16 KB
 * when it is percent-encoded, and longer texts are cut, not refused.
 */
const maxHeaderSize = 64 * 1024;

/**
 * Milliseconds that an idle connection stays open. Proxies keep theirs for up to two minutes. If the server closed one
 * first, a request that is on its way then would get no response.
 */
const keepAliveTimeout = 130_000;

/** An application, and the server that passes requests to it. */
export interface ExpressServer {
  app: Express;
  server: Server;
}

/**
 * Creates an application and its server, with TLS if there are a certificate and a key. The server creates requests and
 * responses with the prototypes that Express expects. Otherwise Express changes the prototype of each one, so that V8
 * cannot share their hidden class, and each property assignment takes 2 to 3 µs, which is half of the CPU time of a short
 * request.
 */
export function createExpressServer(tls?: { cert: Buffer; key: Buffer }): ExpressServer {
  const app = express();
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response) as Express['response'];
  const options = {
    IncomingMessage: ExpressRequest,
    ServerResponse: ExpressResponse,
    maxHeaderSize,
    keepAliveTimeout,
    // Node would answer without a body. checkRequest answers instead.
    requireHostHeader: false,
  };
  const server = tls ? createTlsServer({ ...options, ...tls }, app) : createServer(options, app);
  return { app, server };
}
