import { initContract } from '@ts-rest/core';
import { EventFilter } from './events.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const events = defineRoutes({
  stream: {
    method: 'GET',
    path: '/v1/events',
    summary: 'Stream changes of devices and runs, log lines and messages. Last-Event-ID resumes the stream',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: EventFilter,
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: c.type<unknown>() }) },
  },
});
