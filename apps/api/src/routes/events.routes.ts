import type { Response } from 'express';
import type { Readable } from 'node:stream';
import type { EventHub } from '../features/events/hub';
import { routeHandlers } from '../http/route-handlers';

export const eventRoutes = (hub: EventHub) =>
  routeHandlers('events', {
    stream: async ({ req, res, query }) =>
      streamed(res, hub.watch(req.caller, query, req.get('Last-Event-ID'))),
  });

/** Returns 200 with a stream that stays open as long as the connection, and closes the connection when the stream ends. */
function streamed(response: Response, events: Readable) {
  response.set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // Tells a reverse proxy not to buffer events.
    'X-Accel-Buffering': 'no',
    // Disables keep-alive, so that a stopping server does not wait for further requests.
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
