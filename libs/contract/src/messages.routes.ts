import { initContract } from '@ts-rest/core';
import { ListMessages, MessageList, SendMessage } from './messages.schemas';
import { LIMITS } from './limits';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();
const sendPolicy = policy({
  scope: 'run',
  role: 'operator',
  devices: 'scoped',
  bodyBytes: LIMITS.jobBodyBytes,
  audit: { action: 'message.send', target: null },
  isTokenParameter: true,
});

export const messages = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/messages',
    summary: 'List the inbox',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: ListMessages,
    responses: { 200: MessageList },
  },
  sendByQuery: {
    method: 'GET',
    path: '/v1/message/send',
    summary: "Send a message to the devices in the account's notification settings",
    metadata: sendPolicy,
    query: SendMessage,
    responses: { 204: c.noBody() },
  },
  send: {
    method: 'POST',
    path: '/v1/message/send',
    summary: "Send a message to the devices in the account's notification settings",
    metadata: sendPolicy,
    query: SendMessage,
    body: SendMessage.optional(),
    responses: { 204: c.noBody() },
  },
});
