import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { getNotificationSettings, updateNotificationSettings } from './notification-settings';

export const notificationSettingsRoutes = (service: Service) =>
  initServer().router(contract.notificationSettings, {
    get: ({ req }) => ok(getNotificationSettings(service, req.caller.accountId)),
    update: ({ req, body }) => noContent(updateNotificationSettings(service, req.caller.accountId, body)),
  });
