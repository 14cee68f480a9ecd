import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import type { Response } from 'express';
import type { Readable } from 'node:stream';
import type { EventHub } from './hub';

export const eventRoutes = (hub: EventHub) =>
  initServer().router(contract.events, {
    stream: async ({ req, res, query }) =>
      streamed(res, hub.watch(req.caller, query, req.get('Last-Event-ID'))),
  });

/** 200 with a stream that lasts as long as its connection, and the other way round. */
function streamed(response: Response, events: Readable) {
  response.set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // Asks a reverse proxy not to hold events back.
    'X-Accel-Buffering': 'no',
    // Nothing follows on this connection, so that a server that stops need not wait for more.
    Connection: 'close',
  });
  if (response.closed || response.req.method === 'HEAD') {
    events.destroy();
    response.end();
  }
  response.once('close', () => events.destroy());
  events.once('error', () => response.destroy());
  return { status: 200 as const, body: events as unknown };
}
