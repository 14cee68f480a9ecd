import { initContract } from '@ts-rest/core';
import { NotificationSettings, UpdateNotificationSettings } from './notification-settings.schemas';
import { policy } from './policy';

const c = initContract();

export const notificationSettings = c.router({
  get: {
    method: 'GET',
    path: '/v1/notification-settings',
    summary: 'Read where /v1/message/send goes',
    metadata: policy({ scope: 'read' }),
    responses: { 200: NotificationSettings },
  },
  update: {
    method: 'PUT',
    path: '/v1/notification-settings',
    summary: 'Choose the devices that /v1/message/send goes to',
    metadata: policy({ scope: 'write', audit: 'notification-settings.update' }),
    body: UpdateNotificationSettings,
    responses: { 204: c.noBody() },
  },
});
