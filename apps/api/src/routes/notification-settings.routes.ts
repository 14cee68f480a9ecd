import { noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import {
  getNotificationSettings,
  updateNotificationSettings,
} from '../features/notification-settings/notification-settings';
import { routeHandlers } from '../http/route-handlers';

export const notificationSettingsRoutes = (context: AppContext) =>
  routeHandlers('notificationSettings', {
    get: ({ req }) => ok(getNotificationSettings(context, req.caller)),
    update: ({ req, body }) => noContent(updateNotificationSettings(context, req.caller.accountId, body)),
  });
