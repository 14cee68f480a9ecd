import type { Response } from 'express';
import type { Readable } from 'node:stream';
import type { EventHub } from '../features/events/hub';
import { routeHandlers } from '../http/route-handlers';
import { streamed } from '../http/stream';

export const eventRoutes = (hub: EventHub) =>
  routeHandlers('events', {
    stream: async ({ req, res, query }) => {
      await hub.loadDevices(req.caller);
      return streamEvents(res, hub.watch(req.caller, query, req.get('Last-Event-ID')));
    },
  });

/** Returns 200 with a stream that stays open as long as the connection, and closes the connection when the stream ends. */
function streamEvents(response: Response, events: Readable) {
  response.set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // Tells a reverse proxy not to buffer events.
    'X-Accel-Buffering': 'no',
    // Disables keep-alive, so that a stopping server does not wait for further requests.
    Connection: 'close',
  });
  // Ends its turn: a stream lasts as long as its client wants.
  response.emit('streaming');
  return streamed(response, events);
}
