import type { ComponentType } from 'react';
import { createBrowserRouter, redirect } from 'react-router';
import type { Area } from '../texts/areas';
import { ErrorPage } from './error-page';
import { openArea } from '../texts/i18n';
import { Layout } from './layout';
import { MissingPage } from './missing-page';

/** Fetches a page when it is opened, together with the texts that it alone has. */
const page =
  (load: () => Promise<ComponentType>, ...areas: Area[]) =>
  async () => {
    const [Component] = await Promise.all([load(), ...areas.map(openArea)]);
    return { Component };
  };

const settings = {
  path: 'settings',
  lazy: page(async () => (await import('../pages/settings/settings-layout')).SettingsLayout, 'settings'),
  children: [
    { index: true, loader: () => redirect('/settings/account') },
    {
      path: 'account',
      lazy: page(async () => (await import('../pages/accounts/account-page')).AccountPage),
    },
    {
      path: 'tokens',
      lazy: page(async () => (await import('../pages/tokens/tokens-page')).TokensPage),
    },
    {
      path: 'notifications',
      lazy: page(
        async () =>
          (await import('../pages/notification-settings/notification-settings-page'))
            .NotificationSettingsPage,
        'run',
      ),
    },
    {
      path: 'enrolment-keys',
      lazy: page(
        async () => (await import('../pages/enrolments/enrolment-keys-page')).EnrolmentKeysPage,
        'devices',
      ),
    },
    {
      path: 'secrets',
      lazy: page(async () => (await import('../pages/secrets/secrets-page')).SecretsPage, 'secrets'),
    },
    {
      path: 'webhooks',
      lazy: page(async () => (await import('../pages/webhooks/webhooks-page')).WebhooksPage, 'webhooks'),
    },
    {
      path: 'webhooks/:webhookId',
      lazy: page(async () => (await import('../pages/webhooks/webhook-page')).WebhookPage, 'webhooks'),
    },
    {
      path: 'audit',
      lazy: page(async () => (await import('../pages/audit/audit-page')).AuditPage),
    },
  ],
};

/** Every page, by its address. Pages other than the first are fetched when they are opened. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        Component: Layout,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              {
                index: true,
                lazy: page(async () => (await import('../pages/home/home-page')).HomePage, 'device'),
              },
              {
                path: 'devices',
                lazy: page(
                  async () => (await import('../pages/devices/devices-page')).DevicesPage,
                  'device',
                  'devices',
                ),
              },
              {
                path: 'devices/groups',
                lazy: page(
                  async () => (await import('../pages/device-groups/device-groups-page')).DeviceGroupsPage,
                  'devices',
                  'groups',
                  'run',
                ),
              },
              {
                path: 'devices/:deviceId',
                lazy: page(
                  async () => (await import('../pages/devices/device-page')).DevicePage,
                  'device',
                  'devices',
                ),
              },
              {
                path: 'devscripts',
                lazy: page(
                  async () => (await import('../pages/devscripts/devscripts-page')).DevscriptsPage,
                  'devscripts',
                  'run',
                ),
              },
              {
                path: 'devscripts/:devscriptId',
                lazy: page(
                  async () => (await import('../pages/devscripts/devscript-page')).DevscriptPage,
                  'device',
                  'devscripts',
                  'log',
                  'run',
                ),
              },
              {
                path: 'devscripts/:devscriptId/publishing',
                lazy: page(
                  async () => (await import('../pages/publishing/publishing-page')).PublishingPage,
                  'publishing',
                ),
              },
              {
                path: 'library',
                lazy: page(
                  async () => (await import('../pages/scripts/scripts-page')).ScriptsPage,
                  'publishing',
                  'run',
                ),
              },
              {
                path: 'library/:scriptId',
                lazy: page(
                  async () => (await import('../pages/scripts/script-page')).ScriptPage,
                  'publishing',
                  'run',
                ),
              },
              {
                path: 'listings',
                lazy: page(
                  async () => (await import('../pages/listings/listings-page')).ListingsPage,
                  'publishing',
                ),
              },
              {
                path: 'listings/:slug',
                lazy: page(
                  async () => (await import('../pages/listings/listing-page')).ListingPage,
                  'publishing',
                ),
              },
              {
                path: 'reviews',
                lazy: page(
                  async () => (await import('../pages/reviews/reviews-page')).ReviewsPage,
                  'publishing',
                ),
              },
              {
                path: 'reviews/:devscriptId',
                lazy: page(
                  async () => (await import('../pages/reviews/review-page')).ReviewPage,
                  'publishing',
                  'run',
                ),
              },
              {
                path: 'presets',
                lazy: page(
                  async () => (await import('../pages/presets/presets-page')).PresetsPage,
                  'presets',
                  'run',
                ),
              },
              {
                path: 'schedules',
                lazy: page(
                  async () => (await import('../pages/schedules/schedules-page')).SchedulesPage,
                  'schedules',
                  'run',
                ),
              },
              {
                path: 'schedules/:scheduleId',
                lazy: page(
                  async () => (await import('../pages/schedules/schedule-page')).SchedulePage,
                  'schedules',
                  'run',
                ),
              },
              {
                path: 'jobs',
                lazy: page(async () => (await import('../pages/jobs/jobs-page')).JobsPage),
              },
              {
                path: 'jobs/:jobId',
                lazy: page(async () => (await import('../pages/jobs/job-page')).JobPage, 'rollouts', 'run'),
              },
              {
                path: 'runs/:runId',
                lazy: page(async () => (await import('../pages/runs/run-page')).RunPage, 'log', 'rollouts'),
              },
              {
                path: 'inbox',
                lazy: page(
                  async () => (await import('../pages/messages/messages-page')).MessagesPage,
                  'settings',
                ),
              },
              settings,
              { path: '*', Component: MissingPage },
            ],
          },
        ],
      },
      {
        path: 'enrol/:key',
        lazy: page(async () => (await import('../pages/enrolments/enrol-page')).EnrolPage, 'devices'),
      },
    ],
  },
]);
