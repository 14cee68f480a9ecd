import express, { type Express } from 'express';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';

/**
 * An application, and its server, which makes requests and responses with the prototypes that Express wants them to
 * have. Express would change the prototype of each one; V8 then knows no shape that they have in common, and every
 * property that is set on one costs 2 to 3 µs, half of the processor time of a short request.
 */
export function createExpressServer(): { app: Express; server: Server } {
  const app = express();
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response) as Express['response'];
  const server = createServer({ IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }, app);
  return { app, server };
}
