import { redirect, type RouteObject } from 'react-router';
import { lazyPage } from './lazy-page';

/** The settings pages. Their layout loads the `settings` namespace. */
export const settingsRoutes: RouteObject = {
  path: 'settings',
  lazy: lazyPage(() => import('../pages/settings/settings-layout'), 'SettingsLayout', 'settings'),
  children: [
    { index: true, loader: () => redirect('/settings/account') },
    {
      path: 'account',
      lazy: lazyPage(
        () => import('../pages/accounts/account-page'),
        'AccountPage',
        'members',
        'second-factor',
        'single-sign-on',
        'archives',
      ),
    },
    {
      path: 'people',
      lazy: lazyPage(() => import('../pages/members/people-page'), 'PeoplePage', 'members', 'directory'),
    },
    {
      path: 'approvals',
      lazy: lazyPage(
        () => import('../pages/approvals/approval-rules-page'),
        'ApprovalRulesPage',
        'approvals',
      ),
    },
    { path: 'tokens', lazy: lazyPage(() => import('../pages/tokens/tokens-page'), 'TokensPage', 'tokens') },
    {
      path: 'notifications',
      lazy: lazyPage(
        () => import('../pages/notification-settings/notification-settings-page'),
        'NotificationSettingsPage',
        'notification-settings',
        'messages',
        'device-choice',
      ),
    },
    {
      path: 'agent-updates',
      lazy: lazyPage(
        () => import('../pages/agent-updates/agent-updates-page'),
        'AgentUpdatesPage',
        'agent-updates',
      ),
    },
    {
      path: 'enrolment-keys',
      lazy: lazyPage(
        () => import('../pages/enrolments/enrolment-keys-page'),
        'EnrolmentKeysPage',
        'enrolments',
      ),
    },
    {
      path: 'secrets',
      lazy: lazyPage(() => import('../pages/secrets/secrets-page'), 'SecretsPage', 'secrets'),
    },
    {
      path: 'input-files',
      lazy: lazyPage(() => import('../pages/input-files/input-files-page'), 'InputFilesPage', 'input-files'),
    },
    {
      path: 'repositories',
      lazy: lazyPage(
        () => import('../pages/repositories/repositories-page'),
        'RepositoriesPage',
        'repositories',
      ),
    },
    {
      path: 'repositories/:repositoryId',
      lazy: lazyPage(() => import('../pages/repositories/repository-page'), 'RepositoryPage', 'repositories'),
    },
    {
      path: 'webhooks',
      lazy: lazyPage(() => import('../pages/webhooks/webhooks-page'), 'WebhooksPage', 'webhooks'),
    },
    {
      path: 'webhooks/:webhookId',
      lazy: lazyPage(() => import('../pages/webhooks/webhook-page'), 'WebhookPage', 'webhooks'),
    },
    {
      path: 'audit',
      lazy: lazyPage(() => import('../pages/audit/audit-page'), 'AuditPage', 'audit', 'filters'),
    },
  ],
};
