import { redirect, type RouteObject } from 'react-router';
import { page } from './lazy-page';

/** What is set up once, in a layout of its own, which brings the texts of the area `settings`. */
export const settings: RouteObject = {
  path: 'settings',
  lazy: page(() => import('../pages/settings/settings-layout'), 'SettingsLayout', 'settings'),
  children: [
    { index: true, loader: () => redirect('/settings/account') },
    { path: 'account', lazy: page(() => import('../pages/accounts/account-page'), 'AccountPage') },
    { path: 'tokens', lazy: page(() => import('../pages/tokens/tokens-page'), 'TokensPage', 'tokens') },
    {
      path: 'notifications',
      lazy: page(
        () => import('../pages/notification-settings/notification-settings-page'),
        'NotificationSettingsPage',
        'notificationSettings',
        'messages',
        'deviceChoice',
      ),
    },
    {
      path: 'enrolment-keys',
      lazy: page(() => import('../pages/enrolments/enrolment-keys-page'), 'EnrolmentKeysPage', 'enrolments'),
    },
    { path: 'secrets', lazy: page(() => import('../pages/secrets/secrets-page'), 'SecretsPage', 'secrets') },
    {
      path: 'webhooks',
      lazy: page(() => import('../pages/webhooks/webhooks-page'), 'WebhooksPage', 'webhooks'),
    },
    {
      path: 'webhooks/:webhookId',
      lazy: page(() => import('../pages/webhooks/webhook-page'), 'WebhookPage', 'webhooks'),
    },
    { path: 'audit', lazy: page(() => import('../pages/audit/audit-page'), 'AuditPage', 'audit') },
  ],
};
