import { initContract } from '@ts-rest/core';
import { Paging } from './lists';
import { MessageList, SendMessage } from './messages.schemas';
import { policy } from './policy';

const c = initContract();
const sendPolicy = policy({ scope: 'run', audit: 'message.send', isTokenParameter: true });

export const messages = c.router({
  list: {
    method: 'GET',
    path: '/v1/messages',
    summary: 'List the inbox',
    metadata: policy({ scope: 'read' }),
    query: Paging,
    responses: { 200: MessageList },
  },
  sendByQuery: {
    method: 'GET',
    path: '/v1/message/send',
    summary: "Push a message to the account's notification targets",
    metadata: sendPolicy,
    query: SendMessage,
    responses: { 204: c.noBody() },
  },
  send: {
    method: 'POST',
    path: '/v1/message/send',
    summary: "Push a message to the account's notification targets",
    metadata: sendPolicy,
    query: SendMessage,
    body: SendMessage.optional(),
    responses: { 204: c.noBody() },
  },
});
