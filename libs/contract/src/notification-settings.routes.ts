import { initContract } from '@ts-rest/core';
import { NotificationSettings, UpdateNotificationSettings } from './notification-settings.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const notificationSettings = defineRoutes({
  get: {
    method: 'GET',
    path: '/v1/notification-settings',
    summary: 'Read which devices receive /v1/message/send',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    responses: { 200: NotificationSettings },
  },
  update: {
    method: 'PUT',
    path: '/v1/notification-settings',
    summary: 'Set the devices that receive /v1/message/send',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'notification-settings.update', target: null },
    }),
    body: UpdateNotificationSettings,
    responses: { 204: c.noBody() },
  },
});
