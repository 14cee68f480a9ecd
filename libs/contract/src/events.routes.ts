import { initContract } from '@ts-rest/core';
import { EventFilter } from './events.schemas';
import { policy } from './policy';

const c = initContract();

export const events = c.router({
  stream: {
    method: 'GET',
    path: '/v1/events',
    summary: 'Device and run changes, log lines and messages as they happen; resumes by Last-Event-ID',
    metadata: policy({ scope: 'read' }),
    query: EventFilter,
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: c.type<unknown>() }) },
  },
});
